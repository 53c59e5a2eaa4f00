import type { Child, FC } from 'hono/jsx';
import type { AuditSubjects } from '../../../domain/audit/audit-log.ts';
import { money } from '../../framework/parts/values.ts';
import type { Language } from '../../words/words.ts';
import { words } from '../../words/words.ts';

/** What an act was about, as people call it; what has no name here stands as the log has it. */
const NAMES = words<Readonly<Record<string, string>>>({
  address: ['de onde', 'from where'],
  amount: ['valor', 'amount'],
  by: ['por', 'by'],
  company: ['conta', 'company'],
  count: ['quantos', 'how many'],
  event: ['evento', 'event'],
  from: ['de', 'from'],
  key: ['chave', 'key'],
  method: ['meio', 'method'],
  origin: ['origem', 'origin'],
  passkey: ['chave de acesso', 'passkey'],
  payin: ['pagamento', 'payment'],
  payout: ['saque', 'payout'],
  provider: ['provedor', 'provider'],
  refund: ['reembolso', 'refund'],
  refunded: ['reembolsado', 'refunded'],
  role: ['papel', 'role'],
  session: ['sessão', 'session'],
  status: ['situação', 'state'],
  until: ['até', 'until'],
  user: ['pessoa', 'person'],
  was: ['era', 'it was'],
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
