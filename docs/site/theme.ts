// Runs before anything is painted, so that a chosen theme never flashes the other one.

const chosen = read();
if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;

function read(): string | null {
  try {
    return localStorage.getItem('docs-theme');
  } catch {
    // Storage may be forbidden; then the device's own theme is right.
    return null;
  }
}
