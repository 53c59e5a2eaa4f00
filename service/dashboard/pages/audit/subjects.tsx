import type { Child, FC } from 'hono/jsx';
import type { AuditSubjects } from '../../../domain/audit/audit-log.ts';
import { money } from '../../framework/parts/values.ts';
import type { Language } from '../../words/words.ts';
import { words } from '../../words/words.ts';

/** What an act was about, as people call it; what has no name here stands as the log has it. */
const NAMES = words<Readonly<Record<string, string>>>({
  'pt-BR': {
    address: 'de onde',
    amount: 'valor',
    by: 'por',
    company: 'conta',
    count: 'quantos',
    event: 'evento',
    from: 'de',
    key: 'chave',
    method: 'meio',
    origin: 'origem',
    passkey: 'chave de acesso',
    payin: 'pagamento',
    payout: 'saque',
    provider: 'provedor',
    refund: 'reembolso',
    refunded: 'reembolsado',
    role: 'papel',
    session: 'sessão',
    status: 'situação',
    until: 'até',
    user: 'pessoa',
    was: 'era',
  },
  en: {
    address: 'from where',
    amount: 'amount',
    by: 'by',
    company: 'company',
    count: 'how many',
    event: 'event',
    from: 'from',
    key: 'key',
    method: 'method',
    origin: 'origin',
    passkey: 'passkey',
    payin: 'payment',
    payout: 'payout',
    provider: 'provider',
    refund: 'refund',
    refunded: 'refunded',
    role: 'role',
    session: 'session',
    status: 'state',
    until: 'until',
    user: 'person',
    was: 'it was',
  },
});

const AMOUNTS: readonly string[] = ['amount', 'refunded'];

/** Where a company's people see it. */
const PLACES: Readonly<Record<string, (id: string) => string>> = {
  payin: (id) => `/payments/${id}`,
  payout: (id) => `/payouts/${id}`,
  event: (id) => `/webhooks/${id}`,
};

/** `people`: their names, by id. `hasPages`: whether whoever looks has pages of what is named. */
type SubjectsProps = {
  subjects: AuditSubjects;
  language: Language;
  people: ReadonlyMap<string, string>;
  hasPages: boolean;
};

export const Subjects: FC<SubjectsProps> = ({ subjects, ...more }) => (
  <ul class="subjects">
    {Object.entries(subjects).map(([name, value]) => {
      const known = NAMES[more.language][name];
      return known === undefined ? (
        <li>
          <code>{`${name}: ${value ?? '–'}`}</code>
        </li>
      ) : (
        <li>
          {`${known}: `}
          <Value name={name} value={value} {...more} />
        </li>
      );
    })}
  </ul>
);

type ValueProps = Omit<SubjectsProps, 'subjects'> & {
  name: string;
  value: AuditSubjects[string] | undefined;
};

function Value({ name, value, language, people, hasPages }: ValueProps): Child {
  if (value === null || value === undefined) return '–';
  if (AMOUNTS.includes(name) && typeof value === 'number') return money(value, language);
  const text = String(value);
  if (name === 'user' && people.has(text)) return people.get(text);
  const place = hasPages ? PLACES[name] : undefined;
  const shown = <code>{text}</code>;
  return place === undefined ? shown : <a href={place(text)}>{shown}</a>;
}
