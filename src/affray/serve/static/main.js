document.title += " ·";
