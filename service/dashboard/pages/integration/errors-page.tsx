import type { Child, FC } from 'hono/jsx';
import { API_ERROR_GUIDES } from '../../../../contract/errors/error-guide.ts';
import type { RefusedCall, RefusedCaller } from '../../../domain/accounts/refused-call.ts';
import { Way } from '../../framework/parts/form.tsx';
import { PAGE_SIZE } from '../../framework/parts/list-page.tsx';
import { Empty, Facts, Moment, Pager } from '../../framework/parts/table.tsx';
import type { Visit } from '../../framework/route.ts';
import { firstRows, readPlace, writePlace } from '../../framework/row-page.ts';
import type { DashboardServices } from '../../framework/services.ts';
import { sayKept } from '../../words/say-refusal.ts';
import type { Language } from '../../words/words.ts';
import { pageWords } from '../../words/words.ts';

const WORDS = pageWords({
  back: ['Voltar à integração', 'Back to the integration'],
  intro: [
    'As chamadas recusadas dos últimos sete dias, sem nada do que continham. Chamadas iguais em sequência aparecem uma vez.',
    'Calls that were refused in the last seven days, without anything that they held. Equal calls in a row are shown once.',
  ],
  callers: ['Quem chamou', 'Who called'],
  server: ['Seus servidores', 'Your servers'],
  browser: ['Navegadores, com a chave pública', 'Browsers, with the public key'],
  empty: ['Nenhuma chamada recusada', 'No call was refused'],
  emptyText: [
    'Quando a API recusar uma chamada, ela aparece aqui com o que mudar.',
    'Once the API refuses a call, it is here with what to change.',
  ],
  times: [(count: number) => `${count} vezes`, (count: number) => `${count} times`],
  fields: ['Campos', 'Fields'],
  change: ['O que mudar', 'What to change'],
  request: ['Id da chamada', 'Id of the call'],
  docs: [
    'A página "Erros" da documentação explica cada código.',
    'The page "Errors" of the documentation explains each code.',
  ],
});

type Services = Pick<DashboardServices, 'refusedCalls' | 'refusedCallLog'>;

export async function showErrors(visit: Visit, services: Services): Promise<Response> {
  const { companyId, language, query } = visit;
  const text = WORDS[language];
  const caller: RefusedCaller = query.get('from') === 'browser' ? 'browser' : 'server';
  // What was refused a moment ago is what somebody looks for.
  await services.refusedCallLog.flush();
  const place = readPlace(query.get('after'));
  const after = place === null ? null : { at: place.at, requestId: place.id };
  const filter = { caller, after, limit: PAGE_SIZE + 1 };
  const calls = await services.refusedCalls.page(companyId, filter);
  const { rows: shown, next } = firstRows(calls, PAGE_SIZE);
  const here = `?from=${caller}`;
  return visit.page(
    text.apiErrors,
    <>
      <Way to="/integration">{text.back}</Way>
      <p>{text.intro}</p>
      <nav class="actions" aria-label={text.callers}>
        <CallerLink to="server" shown={caller} name={text.server} />
        <CallerLink to="browser" shown={caller} name={text.browser} />
      </nav>
      {shown.length === 0 ? (
        <Empty title={text.empty}>
          <p>{text.emptyText}</p>
        </Empty>
      ) : null}
      {shown.map((call) => (
        <Refused call={call} language={language} />
      ))}
      {shown.length === 0 ? null : <p class="hint">{text.docs}</p>}
      <Pager
        language={language}
        next={
          next === null ? null : `${here}&after=${writePlace({ at: next.at, id: next.requestId })}`
        }
        first={after === null ? null : here}
      />
    </>,
  );
}

const CallerLink: FC<{ to: RefusedCaller; shown: RefusedCaller; name: string }> = ({
  to,
  shown,
  name,
}) => (
  <a href={`?from=${to}`} aria-current={to === shown ? 'page' : undefined}>
    {name}
  </a>
);

const Refused: FC<{ call: RefusedCall; language: Language }> = ({ call, language }) => {
  const text = WORDS[language];
  const words = language === 'en' ? 'en' : 'pt';
  const { cause, action } = API_ERROR_GUIDES[call.code];
  return (
    <article class="card refused">
      <h2>
        {call.code} <span class="hint">{`${call.method} ${call.route}`}</span>
      </h2>
      <p>{withCode(cause[words])}</p>
      <p>
        <strong>{text.change}:</strong> {withCode(action[words])}
      </p>
      {call.details.length === 0 ? null : (
        <ul aria-label={text.fields}>
          {call.details.map((detail) => (
            <li>
              <code>{detail.path}</code> {sayKept(detail, language)}
            </li>
          ))}
        </ul>
      )}
      <Facts
        facts={[
          [
            text.at,
            <>
              <Moment at={call.at} language={language} />
              {call.times === 1 ? null : ` · ${text.times(call.times)}`}
            </>,
          ],
          ['HTTP', String(call.status)],
          [text.key, <code>{call.keyId}</code>],
          [text.request, <code>{call.requestId}</code>],
        ]}
      />
    </article>
  );
};

/** A sentence of the documentation: what stands between strokes is code. */
function withCode(sentence: string): Child {
  return sentence.split('`').map((part, place) => (place % 2 === 1 ? <code>{part}</code> : part));
}
