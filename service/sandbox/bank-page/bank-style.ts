/** The look of the bank's pages: one style, allowed by its hash. From 250 x 400 upwards. */
export const BANK_STYLE = `
:root {
  color-scheme: light dark;
  --ground: #fff;
  --panel: #f3f6f1;
  --text: #16241c;
  --quiet: #4d5d53;
  --line: #75857b;
  --strong: #14603a;
  --on-strong: #fff;
  --error: #b3261e;
  --notice: #14603a;
  --bar: #14402a;
  --flower: #f7c325;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #111a15;
    --panel: #1b2720;
    --text: #eef4ef;
    --quiet: #b2c0b7;
    --line: #7d8f84;
    --strong: #7fd6a2;
    --on-strong: #06210f;
    --error: #ffb3aa;
    --notice: #8fdcae;
    --bar: #0b2417;
  }
}
* { box-sizing: border-box; margin: 0; }
html { background: var(--ground); }
body {
  color: var(--text);
  font: 1rem/1.4 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
  min-height: 100vh;
  overflow-wrap: anywhere;
}
header {
  align-items: center;
  background: var(--bar);
  color: #fff;
  display: flex;
  font-weight: 600;
  gap: 8px;
  padding: 7px 16px;
}
header svg { flex: none; height: 24px; width: 24px; fill: var(--flower); }
main { margin: 0 auto; max-width: 26rem; padding: 12px 16px 16px; }
h1 { font-size: 1.0625rem; line-height: 1.25; margin-bottom: 8px; }
dl {
  background: var(--panel);
  border-radius: 8px;
  display: grid;
  font-size: .875rem;
  gap: 2px 12px;
  grid-template-columns: auto 1fr;
  margin-bottom: 10px;
  padding: 8px 12px;
}
dt { color: var(--quiet); }
dd { font-weight: 600; text-align: right; font-variant-numeric: tabular-nums; }
label { display: block; font-size: .875rem; font-weight: 600; margin-bottom: 4px; }
input {
  background: var(--ground);
  border: 1px solid var(--line);
  border-radius: 8px;
  color: inherit;
  font: 600 1.25rem/1 ui-monospace, Menlo, Consolas, monospace;
  height: 44px;
  letter-spacing: .3em;
  padding: 0 12px;
  width: 100%;
}
input[aria-invalid] { border: 2px solid var(--error); }
button {
  background: none;
  border: 1px solid transparent;
  border-radius: 8px;
  color: var(--strong);
  cursor: pointer;
  font: inherit;
  font-size: .9375rem;
  font-weight: 600;
  min-height: 44px;
  padding: 4px 8px;
}
button[name="confirm"] {
  background: var(--strong);
  color: var(--on-strong);
  margin-top: 10px;
  width: 100%;
}
:focus-visible { outline: 3px solid var(--strong); outline-offset: 2px; }
.more { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 8px; margin: 4px -8px 0; }
.error, .notice { font-size: .875rem; font-weight: 600; margin-bottom: 8px; }
.error { color: var(--error); }
.error a { color: inherit; }
.notice { color: var(--notice); }
.hint { color: var(--quiet); font-size: .75rem; margin-top: 6px; }
@media (max-width: 320px) {
  header { padding: 3px 12px; }
  main { padding: 8px 12px; }
  .error, .notice { margin-bottom: 4px; }
  .more button { font-size: .8125rem; }
}
@media (min-width: 480px) and (min-height: 560px) {
  main { padding-top: 28px; }
  header { padding-block: 12px; }
  h1 { font-size: 1.375rem; margin-bottom: 16px; }
  dl { font-size: 1rem; gap: 8px 16px; margin-bottom: 20px; padding: 16px; }
  label { font-size: 1rem; margin-bottom: 8px; }
  button[name="confirm"] { margin-top: 16px; }
  .hint { font-size: .8125rem; margin-top: 12px; }
}
@media (min-width: 560px) and (max-height: 480px) {
  main { max-width: 34rem; }
}
`.trim();
