// How to get at a machine: its file, or the command that writes it.
import { make, saveText } from "../../results/page/dom.mjs";

/** The command that writes a machine as a platform file. */
export function exportCommand(number) {
    return `hexscan sweep STUDY --export ${number}`;
}

/** Copies the text of an element; where the browser allows no copying, marks it, for the user to copy. */
function copyText(element, button) {
    const mark = () => window.getSelection().selectAllChildren(element);
    const copied = () => {
        button.textContent = "copied";
        setTimeout(() => {
            button.textContent = "copy";
        }, 1500);
    };
    if (navigator.clipboard) navigator.clipboard.writeText(element.textContent).then(copied, mark);
    else mark();
}

/** A button that saves the machine's file, which the page holds, or else its command and a button that copies it. */
export function machineFile(designs, index) {
    const file = designs.file(index), number = designs.numbers[index];
    if (file) {
        const save = make("button", { class: "small" }, `save ${file.name}`);
        save.addEventListener("click", () => saveText(file.name, file.text, "application/yaml"));
        return save;
    }
    const command = make("code", {}, exportCommand(number));
    const button = make("button", { class: "small", "aria-label": `copy the command of machine ${number}` }, "copy");
    button.addEventListener("click", () => copyText(command, button));
    return make("span", { class: "command" }, command, " ", button);
}
