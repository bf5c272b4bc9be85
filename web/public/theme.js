// Sets the theme before the first paint. A file of its own, because the content security policy allows no inline script.
(function () {
  var chosen = null;
  try {
    chosen = localStorage.getItem("sizana.theme");
  } catch {
    // Storage may be blocked; the system's choice then decides.
  }
  var dark = chosen === "dark" || (chosen !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset.theme = dark ? "dark" : "light";
})();
