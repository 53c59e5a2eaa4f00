import { byId, make } from '../page-element.ts';

const MOST = 200;

/** Typing makes many of these: a screen reader that read them out would talk over the buyer. */
const QUIET: ReadonlySet<string> = new Set(['change', 'focus', 'blur']);

const time = new Intl.DateTimeFormat('pt-BR', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
});

/** The list of what the element told, newest first. `payload`: as the SDK gave it. */
export function createEventLog(parts: { now: () => Date }): {
  add(name: string, payload: unknown): void;
} {
  const list = byId('events', HTMLOListElement);
  const status = byId('events-status', HTMLElement);
  const empty = byId('events-empty', HTMLElement);

  byId('clear-events', HTMLButtonElement).addEventListener('click', () => {
    list.replaceChildren();
    empty.hidden = false;
    status.textContent = 'Eventos apagados.';
  });

  return {
    add(name, payload) {
      empty.hidden = true;
      list.prepend(rowOf(name, { payload: plainOf(payload), at: time.format(parts.now()) }));
      while (list.children.length > MOST) list.lastElementChild?.remove();
      if (!QUIET.has(name)) status.textContent = `Evento ${name}.`;
    },
  };
}

function rowOf(name: string, told: { payload: unknown; at: string }): HTMLLIElement {
  const head = [
    make('time', {}, told.at),
    make('span', { class: 'event-name' }, name),
    make('span', { class: 'event-gist' }, gistOf(name, told.payload)),
  ];
  const text = JSON.stringify(told.payload, null, 2);
  if (text === undefined || text === '{}') {
    return make('li', { 'data-event': name }, make('p', { class: 'event-line' }, ...head));
  }
  const code = make('code', {});
  code.textContent = text;
  const summary = make('summary', { class: 'event-line' }, ...head);
  const pre = make('pre', { class: 'code' }, code);
  return make('li', { 'data-event': name }, make('details', {}, summary, pre));
}

/** An error keeps what it says in fields that JSON would not show. */
function plainOf(payload: unknown): unknown {
  if (!(payload instanceof Error)) return payload;
  const fields = ['code', 'type', 'message', 'userMessage', 'details', 'retryable'];
  return Object.fromEntries(fields.map((field) => [field, Reflect.get(payload, field)]));
}

function gistOf(name: string, payload: unknown): string {
  const read = (field: string): unknown =>
    typeof payload === 'object' && payload !== null ? Reflect.get(payload, field) : undefined;
  if (name === 'change') {
    const state = read('complete') ? 'completo' : read('empty') ? 'vazio' : 'incompleto';
    return [state, read('brand') ?? read('method')].filter(Boolean).join(', ');
  }
  if (name === 'focus' || name === 'blur') return String(read('field') ?? '');
  if (name === 'error' || name === 'loaderror') return String(read('code') ?? '');
  if (name === 'result') return 'payinCard, antifraud';
  if (name === 'paid' || name === 'pending') return String(Object(read('payin')).status ?? '');
  return '';
}
