import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { CardOutcome } from '../../contract/card/card-outcome.ts';
import type { CardOptions } from '../../contract/frame/card-calls.ts';
import { manualTimers } from '../../sdk/card-flow/manual-timers.cases.ts';
import * as brands from '../card-form/brand.ts';
import type { CardForm } from '../card-form/card-form.ts';
import { createCardForm } from '../card-form/card-form.ts';
import { fillCardFields } from '../card-form/field-markup.ts';
import { isSeen, putStyles } from '../seen.cases.ts';
import type { KeptCard } from './kept-card.ts';
import { createKeptCard } from './kept-card.ts';

const PAGE = readFileSync(join(import.meta.dirname, '../card.html'), 'utf8');
const MARKUP = /<main>[\s\S]*<\/main>/.exec(fillCardFields(PAGE))?.[0] ?? '';
const OPTIONS: CardOptions = {
  amount: 10_000,
  installments: 1,
  maxInstallments: 3,
  referenceId: 'order-1',
  locale: 'pt-BR',
};
const TYPED = {
  'cc-name': 'Maria da Silva',
  'cc-number': '4111111111111111',
  'cc-exp': '0130',
  'cc-csc': '123',
};
const CARD = {
  holderName: 'Maria da Silva',
  number: '4111111111111111',
  expirationMonth: '01',
  expirationYear: '2030',
  cvv: '123',
};
const ORDER = 'order-1';
const MINUTES = 60_000;

let form: CardForm;
let kept: KeptCard;
let clock: ReturnType<typeof manualTimers>;
let nowMs: number;

beforeEach(() => {
  putStyles('card.css');
  document.body.innerHTML = MARKUP;
  nowMs = Date.parse('2026-11-20T12:00:00Z');
  clock = manualTimers();
  form = createCardForm({
    document,
    now: () => new Date(nowMs),
    loadBrands: () => Promise.resolve(brands),
    onWords: () => undefined,
    onEvent: () => undefined,
  });
  form.configure(OPTIONS);
  kept = keptWith({ enabled: false });
  fill();
});

afterEach(() => form.destroy());

function input(id: string) {
  return document.querySelector<HTMLInputElement>(`#${id}`)!;
}
function fill(typed: Partial<typeof TYPED> = TYPED) {
  for (const [id, text] of Object.entries(typed)) {
    input(id).value = text;
    input(id).dispatchEvent(new Event('input', { bubbles: true }));
  }
}
function tokenOf(token: string) {
  const antifraud = { skipped: true, sessionId: null };
  return { token, brand: 'visa', last4: '1111', installments: 1, antifraud };
}
function keptWith(threeDS: Parameters<typeof createKeptCard>[0]['threeDS']) {
  const { timers } = clock;
  return createKeptCard({ document, form, timers, now: () => new Date(nowMs), threeDS });
}
function keep(token = 'tok_1', order = ORDER) {
  kept.keep(order, tokenOf(token), CARD);
}
function texts() {
  return Object.keys(TYPED).map((id) => input(id).value);
}
function editable() {
  return Object.keys(TYPED).filter((id) => !input(id).readOnly);
}
function isEmpty() {
  return texts().every((text) => text === '');
}
function note() {
  return document.querySelector<HTMLElement>('#kept')!;
}
function announced() {
  return document.querySelector('#announcer')!.textContent;
}

describe('a card that was tokenized', () => {
  test('stays in the fields, which nobody can edit', () => {
    keep();
    expect(texts()).toEqual(['Maria da Silva', '4111 1111 1111 1111', '01/30', '123']);
    expect(editable()).toEqual([]);
    expect(document.querySelector('select')!.getAttribute('aria-disabled')).toBe('true');
  });

  test('says so, to the eye and with every field', () => {
    keep();
    expect(isSeen(note())).toBe(true);
    expect(note().textContent).toBe('Seu cartão continua preenchidoTrocar cartão');
    expect(announced()).toBe('Seu cartão continua preenchido');
    for (const id of [...Object.keys(TYPED), 'installments']) {
      const described = document.getElementById(id)!.getAttribute('aria-describedby')!;
      expect(described.split(' ')).toContain('kept-text');
      for (const part of described.split(' ')) expect(document.getElementById(part)).not.toBeNull();
    }
  });

  test('says so in the language of the page, also when that changes', () => {
    keep();
    form.update({ locale: 'es' });
    kept.writeWords();
    expect(note().textContent).toBe('Tu tarjeta sigue completadaCambiar tarjeta');
  });

  test('is good for the one token it was given, however often it is asked for', () => {
    keep();
    expect(kept.given(ORDER)).toEqual(tokenOf('tok_1'));
    expect(kept.given(ORDER)).toEqual(tokenOf('tok_1'));
  });

  test('is not kept where the fields were emptied while its token was made', () => {
    form.clear();
    keep();
    expect(kept.given(ORDER)).toBeNull();
    expect(editable()).toHaveLength(4);
    expect(clock.delays()).toEqual([]);
  });

  test('is not kept where a part of it is gone by then', () => {
    form.clear('cvv');
    keep();
    expect(isEmpty()).toBe(true);
    expect(editable()).toHaveLength(4);
  });
});

describe('what the page tells of the payment', () => {
  const cases: [CardOutcome, string, () => void][] = [
    [
      'approved',
      'empties everything',
      () => {
        expect(isEmpty()).toBe(true);
        expect(editable()).toHaveLength(4);
        expect(isSeen(note())).toBe(false);
        expect(clock.delays()).toEqual([]);
      },
    ],
    [
      'refused',
      'opens the fields, the CVV empty',
      () => {
        expect(texts()).toEqual(['Maria da Silva', '4111 1111 1111 1111', '01/30', '']);
        expect(editable()).toHaveLength(4);
        expect(note().textContent).toContain('digite o CVV');
        expect(isSeen(note())).toBe(true);
        expect(announced()).toContain('digite o CVV');
      },
    ],
    [
      'cvv',
      'asks for the CVV alone and goes there',
      () => {
        expect(texts()).toEqual(['Maria da Silva', '4111 1111 1111 1111', '01/30', '']);
        expect(editable()).toEqual(['cc-csc']);
        expect(note().textContent).toContain('Digite só o CVV de novo');
        expect(document.activeElement).toBe(input('cc-csc'));
        expect(document.getElementById('cc-csc-error')?.textContent).toBe('O CVV está errado');
      },
    ],
    [
      'again',
      'leaves all as it is, for a new token',
      () => {
        expect(texts().at(-1)).toBe('123');
        expect(editable()).toEqual([]);
        expect(form.validate().ok).toBe(true);
      },
    ],
  ];
  for (const [outcome, what, check] of cases) {
    test(`${outcome} ${what}`, () => {
      keep();
      kept.tell(outcome);
      expect(kept.given(ORDER)).toBeNull();
      check();
    });
  }

  test('challenge changes nothing but the time', () => {
    keep();
    kept.tell('challenge');
    expect(kept.given(ORDER)).toEqual(tokenOf('tok_1'));
    expect(clock.delays()).toEqual([16 * MINUTES]);
  });

  test.each<CardOutcome>(['ended', 'again', 'approved'])('no key comes in until %s', (outcome) => {
    keep();
    kept.tell('challenge');
    expect(document.querySelector('form')?.inert).toBe(true);
    kept.tell(outcome);
    expect(document.querySelector('form')?.inert).toBe(false);
  });

  test.each<CardOutcome>(['challenge', 'again', 'cvv', 'refused', 'approved'])(
    '%s means nothing where no card is kept, and leaves what is typed alone',
    (outcome) => {
      kept.tell(outcome);
      expect(texts()).toEqual(['Maria da Silva', '4111 1111 1111 1111', '01/30', '123']);
      expect(clock.delays()).toEqual([]);
    },
  );

  test.each<[CardOutcome, CardOutcome]>([
    ['refused', 'again'],
    ['refused', 'cvv'],
    ['cvv', 'again'],
  ])('a card that is %s does not get its CVV back by %s', (first, second) => {
    keep();
    kept.tell(first);
    const before = editable();
    kept.tell(second);
    expect(input('cc-csc').value).toBe('');
    expect(editable()).toEqual(before);
    expect(kept.given(ORDER)).toBeNull();
  });

  test('a try that came to nothing may still turn out to be refused', () => {
    keep();
    kept.tell('again');
    kept.tell('refused');
    expect(input('cc-csc').value).toBe('');
    expect(editable()).toHaveLength(4);
  });
});

describe('how often and for what', () => {
  test('the fourth try in a row asks for the CVV', () => {
    keep();
    for (const token of ['tok_2', 'tok_3', 'tok_4']) {
      kept.tell('again');
      expect(kept.given(ORDER)).toBeNull();
      expect(input('cc-csc').value).toBe('123');
      keep(token);
    }
    kept.tell('again');
    expect(input('cc-csc').value).toBe('');
    expect(editable()).toEqual(['cc-csc']);
  });

  test('a CVV that was typed again begins the count anew', () => {
    keep();
    for (const token of ['tok_2', 'tok_3', 'tok_4']) {
      kept.tell('again');
      keep(token);
    }
    kept.tell('cvv');
    fill({ 'cc-csc': '456' });
    keep('tok_5');
    kept.tell('again');
    expect(input('cc-csc').value).toBe('456');
  });

  for (const phase of ['challenge', 'again', 'cvv', 'refused'] as const) {
    test(`another order empties the fields, after ${phase} too`, () => {
      keep();
      kept.tell(phase);
      kept.check('order-2');
      expect(isEmpty()).toBe(true);
      expect(editable()).toHaveLength(4);
      expect(kept.given('order-2')).toBeNull();
    });
  }

  test('the same order changes nothing', () => {
    keep();
    kept.check(ORDER);
    expect(kept.given(ORDER)).toEqual(tokenOf('tok_1'));
  });

  test('a submit for another order gets no token and finds empty fields', () => {
    keep();
    expect(kept.given('order-2')).toBeNull();
    expect(isEmpty()).toBe(true);
  });
});

describe('how long', () => {
  test('it is forgotten after 15 minutes', () => {
    keep();
    expect(clock.delays()).toEqual([15 * MINUTES]);
    clock.runOut(15 * MINUTES);
    expect(isEmpty()).toBe(true);
    expect(editable()).toHaveLength(4);
    expect(kept.given(ORDER)).toBeNull();
  });

  test('it is forgotten by the clock where the timer slept', () => {
    keep();
    nowMs += 15 * MINUTES;
    expect(kept.given(ORDER)).toBeNull();
    expect(isEmpty()).toBe(true);
  });

  test.each<CardOutcome>(['again', 'cvv', 'refused'])('%s adds 15 minutes, once', (outcome) => {
    keep();
    kept.tell(outcome);
    expect(clock.delays()).toEqual([15 * MINUTES]);
    nowMs += 10 * MINUTES;
    kept.tell(outcome);
    nowMs += 5 * MINUTES;
    expect(kept.given(ORDER)).toBeNull();
    expect(isEmpty()).toBe(true);
  });

  test('a challenge lengthens the time of a token once', () => {
    keep();
    kept.tell('challenge');
    nowMs += 10 * MINUTES;
    kept.tell('challenge');
    nowMs += 6 * MINUTES;
    expect(kept.given(ORDER)).toBeNull();
    expect(isEmpty()).toBe(true);
  });

  test('a card the buyer types after a refusal is theirs, and no timer empties it', () => {
    keep();
    kept.tell('refused');
    fill({ 'cc-csc': '9' });
    expect(clock.delays()).toEqual([]);
    kept.tell('approved');
    kept.check('order-2');
    expect(input('cc-csc').value).toBe('9');
  });
});

describe('the button beside the fields', () => {
  test('empties them, opens them and goes to the first', () => {
    keep();
    note().querySelector('button')!.click();
    expect(isEmpty()).toBe(true);
    expect(editable()).toHaveLength(4);
    expect(document.activeElement).toBe(input('cc-name'));
    expect(kept.given(ORDER)).toBeNull();
  });

  test('does nothing while a submit runs', () => {
    keep();
    form.setBusy(true);
    note().querySelector('button')!.click();
    expect(isEmpty()).toBe(false);
  });

  test('is not the one that Enter presses', () => {
    expect(note().querySelector('button')!.type).toBe('button');
  });
});

test('a submit that ends leaves the fields locked, and one that ends after a refusal does not', () => {
  form.setBusy(true);
  keep();
  form.setBusy(false);
  expect(editable()).toEqual([]);
  form.setBusy(true);
  kept.tell('refused');
  expect(editable()).toEqual([]);
  form.setBusy(false);
  expect(editable()).toHaveLength(4);
});

test('of a saved card the CVV alone is kept, and typed anew in the same place', () => {
  document.querySelector('form')!.classList.add('saved');
  form.askCvvAlone(null);
  const saved = keptWith({ enabled: false });
  saved.keep(ORDER, tokenOf('tok_1'), CARD);
  const row = input('cc-csc').closest('[data-field]')!;
  const said = row.querySelector<HTMLElement>('#kept')!;
  expect(isSeen(said)).toBe(true);
  expect(said.textContent).toBe('Seu CVV continua preenchidoDigitar de novo');
  expect(input('cc-csc').readOnly).toBe(true);
  saved.tell('cvv');
  expect(isSeen(said)).toBe(false);
  expect(input('cc-csc').readOnly).toBe(false);
});

describe('a card that a 3-D Secure script is given', () => {
  const hosts = { script: [], connect: [], frame: [] };
  const ASKED = {
    enabled: true,
    flow: 'pre-order',
    sdkUrl: '',
    provider: 'pagbank',
    hosts,
  } as const;
  let said: unknown[];
  let open: { onmessage: ((event: { data: unknown }) => void) | null; name: string }[];

  beforeEach(() => {
    [said, open] = [[], []];
    vi.stubGlobal(
      'BroadcastChannel',
      class {
        onmessage = null;
        readonly name: string;
        constructor(name: string) {
          this.name = name;
          open.push(this);
        }
        postMessage(data: unknown) {
          said.push(data);
        }
        close() {
          open = open.filter((one) => one !== this);
        }
      },
    );
  });
  afterEach(() => vi.unstubAllGlobals());
  const ask = () => open.map((one) => one.onmessage?.({ data: 'ask' }));

  test('is lent by its token without its CVV', () => {
    kept = keptWith({ ...ASKED, needsCard: true });
    keep();
    ask();
    const { cvv: _, ...rest } = CARD;
    expect(said).toEqual([rest]);
    expect(open.map(({ name }) => name)).toEqual(['card-of-tok_1']);
    keep('tok_2');
    expect(open.map(({ name }) => name)).toEqual(['card-of-tok_2']);
  });

  test.each([
    ['has no 3-D Secure', { enabled: false }],
    ['has a script that needs no card', ASKED],
  ] as const)('is not lent on an account that %s', (_how, threeDS) => {
    kept = keptWith(threeDS);
    keep();
    expect(open).toEqual([]);
  });

  test.each(['again', 'cvv', 'refused'] as const)('is not lent after its end: %s', (outcome) => {
    kept = keptWith({ ...ASKED, needsCard: true });
    keep();
    kept.tell(outcome);
    ask();
    expect(said).toEqual([]);
  });

  test.each<[string, () => void]>([
    ['is forgotten', () => kept.forget()],
    ['was paid with', () => kept.tell('approved')],
    ['is for another order', () => kept.check('order-2')],
    ['is over its time', () => clock.runOut(15 * MINUTES)],
  ])('is lent no more once it %s', (_how, end) => {
    kept = keptWith({ ...ASKED, needsCard: true });
    keep();
    end();
    expect(open).toEqual([]);
  });
});
