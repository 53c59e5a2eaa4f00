import { byId, make } from './page-element.ts';
import type { Bank } from './shop-api.ts';

export type BankChoice = {
  /** Fetches and shows the banks, once; a failure is shown, and the next call tries again. */
  load(): Promise<void>;
  chosen(): string | null;
  /** Asks for a bank where none is chosen. */
  check(): boolean;
};

const NOT_LOADED = 'Não foi possível buscar os bancos. Escolha outra forma ou tente de novo.';

/** The banks that the account's buyers may pay from. */
export function createBankChoice(options: { banks(): Promise<Bank[]> }): BankChoice {
  const list = byId('banks', HTMLElement);
  const group = byId('bank-group', HTMLFieldSetElement);
  let loading: Promise<void> | null = null;

  const inputs = () => [...list.querySelectorAll('input')];
  const chosen = () => inputs().find(({ checked }) => checked)?.value ?? null;
  const say = (message: string) => {
    byId('bank-error', HTMLElement).textContent = message;
    for (const input of inputs()) input.toggleAttribute('aria-invalid', message !== '');
  };

  async function fetchBanks(): Promise<void> {
    group.setAttribute('aria-busy', 'true');
    try {
      list.replaceChildren(...(await options.banks()).map(rowOf));
      say('');
    } catch {
      loading = null;
      say(NOT_LOADED);
    } finally {
      group.removeAttribute('aria-busy');
    }
  }

  list.addEventListener('change', () => say(''));
  return {
    load: () => {
      loading ??= fetchBanks();
      return loading;
    },
    chosen,
    check() {
      if (chosen() !== null) return true;
      say(inputs().length ? 'Escolha o seu banco.' : NOT_LOADED);
      inputs()[0]?.focus();
      return false;
    },
  };
}

function rowOf({ id, name, logo }: Bank): HTMLLabelElement {
  const initial = make('span', { class: 'bank-logo', 'aria-hidden': 'true' }, initialOf(name));
  if (logo) {
    const image = make('img', { src: logo, alt: '', width: '36', height: '36' });
    // The page's policy may refuse the logo, or it is gone: then the initial stays.
    image.addEventListener('error', () => image.remove());
    initial.append(image);
  }
  return make(
    'label',
    { class: 'bank' },
    make('input', { type: 'radio', name: 'bank', value: id, 'aria-describedby': 'bank-error' }),
    initial,
    make('span', {}, name),
  );
}

/** The initial of the part of a name that tells banks apart: I for `Banco Ipê`. */
function initialOf(name: string): string {
  return name.replace(/^(banco|cooperativa|caixa)\s+(d[aeo]\s+)?/i, '').charAt(0) || '?';
}
