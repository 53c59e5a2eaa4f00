import type { Context } from 'hono';
import type { FC } from 'hono/jsx';
import { ApiError } from '../../../base/shared/api-error.ts';
import { DbUnavailable } from '../../../base/shared/db.ts';
import type { AppEnv } from '../../../http/app-env.ts';
import { framesOf, nameOf } from '../../../http/error-handler.ts';
import { sayRule, whyRefused } from '../../words/say-refusal.ts';
import { words } from '../../words/words.ts';
import { backPath, signInPath } from '../back-path.ts';
import type { Visit } from '../route.ts';
import { Way } from './form.tsx';

type Refusal = 'role' | 'operator' | 'origin' | 'session' | 'token' | 'body';

const REFUSALS = words<Record<Refusal, { title: string; text: string }>>({
  role: {
    title: ['Sem permissão', 'Not allowed'],
    text: [
      'O seu papel nesta conta não permite abrir esta página. Peça a um proprietário da conta.',
      'Your role in this account does not open this page. Ask an owner of the account.',
    ],
  },
  operator: {
    title: ['Sem permissão', 'Not allowed'],
    text: [
      'Quem opera o serviço não faz nada em nome de uma empresa. Esta página é das pessoas dela.',
      'Whoever runs the service does nothing in the name of a company. This page is for its people.',
    ],
  },
  origin: {
    title: ['Formulário recusado', 'Form refused'],
    text: [
      'O formulário foi enviado a partir de outro endereço. Nada foi alterado.',
      'The form was sent from another address. Nothing was changed.',
    ],
  },
  session: {
    title: ['Sessão encerrada', 'Session over'],
    text: [
      'A sua sessão terminou antes do envio. Nada foi alterado. Entre de novo e envie outra vez.',
      'Your session was over before it was sent. Nothing was changed. Sign in and send it once more.',
    ],
  },
  token: {
    title: ['Formulário vencido', 'Form out of date'],
    text: [
      'Esta página foi aberta em outra sessão. Nada foi alterado. Abra a página de novo e envie outra vez.',
      'This page was opened in another session. Nothing was changed. Open it again and send it once more.',
    ],
  },
  body: {
    title: ['Envio recusado', 'Not accepted'],
    text: [
      'O que foi enviado é grande demais ou não é um formulário. Nada foi alterado.',
      'What was sent is too large or is not a form. Nothing was changed.',
    ],
  },
});

const ERRORS = words<Record<KnownCode | 'other', { title: string; text: string }>>({
  NOT_FOUND: {
    title: ['Não encontrado', 'Not found'],
    text: ['Não há nada neste endereço.', 'There is nothing at this address.'],
  },
  RATE_LIMITED: {
    title: ['Muitas tentativas', 'Too many tries'],
    text: ['Aguarde alguns minutos e tente de novo.', 'Wait a few minutes and try again.'],
  },
  UNAVAILABLE: {
    title: ['Serviço indisponível', 'Not available'],
    text: [
      'O serviço não pode responder agora. Tente de novo em instantes.',
      'The service cannot answer now. Try again in a moment.',
    ],
  },
  INVALID_DATA: {
    title: ['Dados inválidos', 'Not valid'],
    text: ['Confira estes campos:', 'Check these fields:'],
  },
  INTERNAL: {
    title: ['Algo deu errado', 'Something went wrong'],
    text: ['O erro é nosso e foi registrado.', 'The error is ours and was recorded.'],
  },
  other: {
    title: ['Não foi possível', 'Not possible'],
    text: ['O serviço recusou o pedido:', 'The service refused the request:'],
  },
});

const WORDS = words({
  request: ['Pedido', 'Request'],
  again: ['Tentar de novo', 'Try again'],
  back: ['Voltar à página', 'Back to the page'],
  home: ['Ir para o início', 'Go to the home page'],
  signIn: ['Entrar', 'Sign in'],
});

export function refusalPage(refusal: Refusal, visit: Visit): Promise<Response> {
  const { title, text } = REFUSALS[visit.language][refusal];
  const body = (
    <>
      <p>{text}</p>
      <Onward to={ONWARD[refusal]} visit={visit} />
    </>
  );
  return visit.page(title, body, { status: refusal === 'body' ? 413 : 403 });
}

/** `again`: the same page, or the one whose form was sent. */
type Destination = 'again' | 'home' | 'signIn';

const ONWARD: Readonly<Record<Refusal, Destination>> = {
  role: 'home',
  operator: 'home',
  origin: 'home',
  session: 'signIn',
  token: 'again',
  body: 'again',
};

const Onward: FC<{ to: Destination; visit: Visit }> = ({ to, visit }) => {
  const text = WORDS[visit.language];
  if (to === 'home') return <Way to="/">{text.home}</Way>;
  if (to === 'signIn') return <Way to={signInPath(visit)}>{text.signIn}</Way>;
  const isForm = visit.request.method === 'POST';
  return <Way to={backPath(visit.request)}>{isForm ? text.back : text.again}</Way>;
};

export function errorPage(error: unknown, c: Context<AppEnv>, visit: Visit): Promise<Response> {
  const refusal = toApiError(error);
  const { code, details } = refusal;
  c.set('errorCode', code);
  const requestId = c.get('requestId');
  if (code === 'INTERNAL' || code === 'UNAVAILABLE') {
    c.get('log').error(
      { requestId, errorName: nameOf(error), frames: framesOf(error) },
      'page failed',
    );
  }
  if (refusal.retryAfterSeconds !== undefined) {
    c.header('Retry-After', String(refusal.retryAfterSeconds));
  }
  const { title, text } = ERRORS[visit.language][isKnown(code) ? code : 'other'];
  const body = (
    <>
      <p>{text}</p>
      {isKnown(code) ? null : <p>{whyRefused(refusal, visit.language)}</p>}
      {code === 'INVALID_DATA' && details.length > 0 ? (
        <ul>
          {details.map((detail) => (
            <li>
              <code>{detail.path}</code>
              {`: ${sayRule(detail, visit.language)}`}
            </li>
          ))}
        </ul>
      ) : null}
      {code === 'INTERNAL' ? (
        <p class="hint">
          {WORDS[visit.language].request} <code>{requestId}</code>
        </p>
      ) : null}
      <Onward to={code === 'NOT_FOUND' ? 'home' : 'again'} visit={visit} />
    </>
  );
  return visit.page(title, body, { status: isKnown(code) ? STATUSES[code] : 409 });
}

type KnownCode = 'NOT_FOUND' | 'RATE_LIMITED' | 'UNAVAILABLE' | 'INVALID_DATA' | 'INTERNAL';

const STATUSES = {
  NOT_FOUND: 404,
  RATE_LIMITED: 429,
  UNAVAILABLE: 503,
  INVALID_DATA: 400,
  INTERNAL: 500,
} as const;

function isKnown(code: string): code is KnownCode {
  return Object.hasOwn(STATUSES, code);
}

function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  return error instanceof DbUnavailable
    ? new ApiError('UNAVAILABLE', 'Try again soon.')
    : new ApiError('INTERNAL', 'Something went wrong on our side.');
}
