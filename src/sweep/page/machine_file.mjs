// How to get at a machine: the file beside the page, or the command that writes it.
import { make } from "../../results/page/dom.mjs";

/** The command that writes a machine as a platform file. */
export function exportCommand(number) {
    return `hexscan sweep STUDY --export ${number}`;
}

/** A path beside the page as a link's address: every part is a name, none a scheme. */
export function besidePage(path) {
    return `./${path.split("/").map(encodeURIComponent).join("/")}`;
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

/** A link to the machine's file, or else its command and a button that copies it. */
export function machineFile(designs, index) {
    const file = designs.file(index), number = designs.numbers[index];
    if (file) return make("a", { href: besidePage(file) }, file);
    const command = make("code", {}, exportCommand(number));
    const button = make("button", { class: "small", "aria-label": `copy the command of machine ${number}` }, "copy");
    button.addEventListener("click", () => copyText(command, button));
    return make("span", { class: "command" }, command, " ", button);
}
