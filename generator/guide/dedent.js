// An included part of a program keeps the indentation that it has in the program. This removes it.
for (const code of document.querySelectorAll("pre > code.language-rust")) {
    const lines = code.textContent.split("\n").filter((line) => line.trim());
    const indents = lines.map((line) => line.search(/\S/));
    const indent = lines.length ? Math.min(...indents) : 0;
    if (indent > 0) {
        code.innerHTML = code.innerHTML.replace(new RegExp(`^ {${indent}}`, "gm"), "");
    }
}
