// Before the first paint, so that a dark page never flashes white.
try {
  const theme = localStorage.getItem("quarry-theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch { /* Storage may be forbidden; the system's choice stays. */ }
