import { byId } from '../page-element.ts';
import type { CodeKind } from './code-text.ts';
import { CALLS, CODE_KINDS, codeOf, updateCode } from './code-text.ts';
import type { PlanChange } from './plan-change.ts';
import type { ElementPlan } from './playground-options.ts';

const SHOWN_MS = 2_500;

/** The code of the element on the page, by script tag or by npm, and the call made last. */
export function createCodeView(parts: {
  copy(text: string): Promise<void>;
  after(ms: number, act: () => void): void;
}): { show(change: PlanChange, plan: ElementPlan): void } {
  const code = byId('code', HTMLElement);
  const copyButton = byId('copy', HTMLButtonElement);
  const status = byId('copy-status', HTMLElement);
  let kind: CodeKind = 'script';
  let plan: ElementPlan | null = null;
  // After two quick clicks the second one's time counts.
  let clicks = 0;

  for (const of of CODE_KINDS) {
    byId(`code-${of}`, HTMLInputElement).addEventListener('change', () => {
      kind = of;
      if (plan) code.textContent = codeOf(kind, plan);
    });
  }

  async function copy(): Promise<void> {
    clicks += 1;
    const mine = clicks;
    const isCopied = await parts.copy(code.textContent ?? '').then(
      () => true,
      () => false,
    );
    // Where the browser does not allow it, the visitor's own keys copy what is selected.
    if (!isCopied) getSelection()?.selectAllChildren(code);
    copyButton.textContent = isCopied ? 'Copiado' : 'Selecionado';
    status.textContent = isCopied ? 'Código copiado.' : 'Código selecionado. Copie com o teclado.';
    parts.after(SHOWN_MS, () => {
      if (mine !== clicks) return;
      copyButton.textContent = 'Copiar';
      status.textContent = '';
    });
  }
  copyButton.addEventListener('click', () => void copy());

  return {
    show(change, next) {
      plan = next;
      code.textContent = codeOf(kind, plan);
      if (change.kind === 'none') return;
      const call =
        change.kind === 'update'
          ? updateCode(change.changes)
          : `client.${CALLS[next.kind].call}('#card', { … }); // um elemento novo`;
      byId('last-call', HTMLElement).textContent = call;
    },
  };
}
