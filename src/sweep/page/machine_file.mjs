// Gives the user the file of a machine, or the command that writes that file.
import { make, saveText } from "../../results/page/dom.mjs";

/** The command that writes a machine as a machine file. */
export function exportCommand(number) {
    return `hexscan sweep FILE --export ${number}`;
}

/** Copies a command. If the browser forbids that, the command replaces the button, so that the user can copy it. */
function copyCommand(command, button) {
    const show = () => {
        const shown = make("code", {}, command);
        button.replaceWith(shown);
        window.getSelection().selectAllChildren(shown);
    };
    const copied = () => {
        button.textContent = "copied";
        setTimeout(() => {
            button.textContent = "copy command";
        }, 1500);
    };
    if (navigator.clipboard) navigator.clipboard.writeText(command).then(copied, show);
    else show();
}

/** A button that saves the machine's file. If the page does not hold the file, it copies the command that writes it. */
export function machineFile(designs, index) {
    const file = designs.file(index), number = designs.numbers[index];
    const button = make("button", { class: "small" }, file ? `save ${file.name}` : "copy command");
    if (!file) button.title = exportCommand(number);
    button.addEventListener("click", () => (file ? saveText(file.name, file.text, "application/yaml") :
        copyCommand(exportCommand(number), button)));
    return button;
}
