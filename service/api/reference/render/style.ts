/** The page sets the colours: `--surface`, `--soft`, `--line`, `--link`, `--get` and `--post`. */
export const REFERENCE_STYLE = `
.method { font: 600 0.75rem/1 ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace; }
.get { color: var(--get); }
.post { color: var(--post); }
.reference { overflow-wrap: anywhere; }
.reference h4 { margin: 1.5rem 0 0.5rem; font-size: 0.875rem; color: var(--soft); }
.reference p { max-width: 44rem; }
.reference .route { font-size: 1rem; }
.reference .route .method { font-size: 0.875rem; }
.reference :is(.access, .type, .optional, .limit) { color: var(--soft); font-size: 0.875rem; }
.reference .type { font-weight: 400; }
.reference .optional { font-style: italic; font-weight: 400; }
.reference .limit + .limit::before { content: "; "; }
.reference dd > .limit:first-of-type::before { content: " "; }
.reference .limit code { background: none; padding: 0; }
.reference .operation { border-top: 1px solid var(--line); margin-top: 2.5rem; }
.reference .operation h3 { margin-top: 1.5rem; }
.reference dl { margin: 0; }
.reference dl > div { border-top: 1px solid var(--line); padding: 0.5rem 0; }
.reference dl > div:first-child { border-top: 0; }
.reference dt { font-weight: 600; }
.reference dd { margin: 0.125rem 0 0; }
.reference .status { font: 600 0.875rem/1 ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace; }
.reference table { border-collapse: collapse; width: 100%; }
.reference :is(th, td) { text-align: start; vertical-align: top; padding: 0.5rem 0.75rem 0.5rem 0; border-top: 1px solid var(--line); font-weight: 400; }
.reference :is(th, td) code { white-space: normal; }
.reference thead th { border-top: 0; color: var(--soft); font-size: 0.875rem; padding-top: 0; }
.reference tbody th { color: inherit; width: 42%; }
.reference details { margin: 0.5rem 0; }
.reference summary { cursor: pointer; color: var(--link); font-size: 0.9375rem; padding: 0.25rem 0; }
.reference .sample { margin: 0.25rem 0 0; }
.reference pre { margin: 0; padding: 0.875rem 1rem; background: var(--surface); border-radius: 8px; white-space: pre-wrap; font-size: 0.9375rem; line-height: 1.5; }
`.trim();
