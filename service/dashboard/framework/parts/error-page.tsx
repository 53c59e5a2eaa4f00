import type { Context } from 'hono';
import type { FC } from 'hono/jsx';
import { ApiError } from '../../../base/shared/api-error.ts';
import { DbUnavailable } from '../../../base/shared/db.ts';
import type { AppEnv } from '../../../http/app-env.ts';
import { framesOf, nameOf } from '../../../http/error-handler.ts';
import { sayRule, whyRefused } from '../../words/say-refusal.ts';
import { words } from '../../words/words.ts';
import { backPath, signInPath } from '../back-path.ts';
import type { PageOptions, Visit } from '../route.ts';

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
    title: ['Envio recusado', 'Not taken'],
    text: [
      'O que foi enviado é grande demais ou não é um formulário. Nada foi alterado.',
      'What was sent is too large, or no form. Nothing was changed.',
    ],
  },
});

const ERRORS = words({
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
    text: ['Confira estes campos:', 'Look at these fields:'],
  },
  INTERNAL: {
    title: ['Algo deu errado', 'Something went wrong'],
    text: ['O erro é nosso e foi registrado.', 'The fault is ours and was noted.'],
  },
  other: {
    title: ['Não foi possível', 'Not possible'],
    text: ['O serviço recusou o pedido:', 'The service refused it:'],
  },
  request: ['Pedido', 'Request'],
  ways: {
    again: ['Tentar de novo', 'Try again'],
    back: ['Voltar à página', 'Back to the page'],
    home: ['Ir para o início', 'Go to the beginning'],
    signIn: ['Entrar', 'Sign in'],
  },
});

const WAYS_ON: Readonly<Record<Refusal, Way>> = {
  role: 'home',
  operator: 'home',
  origin: 'home',
  session: 'signIn',
  token: 'again',
  body: 'again',
};

/** The page for whoever is not let through. */
export function refusalPage(refusal: Refusal, visit: Visit): Promise<Response> {
  const { title, text } = REFUSALS[visit.language][refusal];
  const body = (
    <>
      <p>{text}</p>
      <WayOn way={WAYS_ON[refusal]} visit={visit} />
    </>
  );
  return visit.page(title, body, { status: refusal === 'body' ? 413 : 403 });
}

/** `again`: the same page, or the one whose form was sent. */
type Way = 'again' | 'home' | 'signIn';

/** What somebody may do now. */
const WayOn: FC<{ way: Way; visit: Visit }> = ({ way, visit }) => {
  const { ways } = ERRORS[visit.language];
  const again = visit.request.method === 'POST' ? ways.back : ways.again;
  const [name, href] = {
    again: [again, backPath(visit.request)] as const,
    home: [ways.home, '/'] as const,
    signIn: [ways.signIn, signInPath(visit)] as const,
  }[way];
  return (
    <p class="actions">
      <a href={href}>{name}</a>
    </p>
  );
};

/** The page for what a route threw and did not answer itself. */
export function errorPage(error: unknown, c: Context<AppEnv>, visit: Visit): Promise<Response> {
  const refusal = toApiError(error);
  c.set('errorCode', refusal.code);
  const requestId = c.get('requestId');
  if (refusal.code === 'INTERNAL' || refusal.code === 'UNAVAILABLE') {
    c.get('log').error(
      { requestId, errorName: nameOf(error), frames: framesOf(error) },
      'page failed',
    );
  }
  if (refusal.retryAfterSeconds !== undefined) {
    c.header('Retry-After', String(refusal.retryAfterSeconds));
  }
  const text = ERRORS[visit.language];
  const known = isKnown(refusal.code) ? text[refusal.code] : text.other;
  const body = (
    <>
      <p>{known.text}</p>
      {known === text.other ? <p>{whyRefused(refusal, visit.language)}</p> : null}
      {known !== text.INVALID_DATA || refusal.details.length === 0 ? null : (
        <ul>
          {refusal.details.map((detail) => (
            <li>
              <code>{detail.path}</code>
              {`: ${sayRule(detail, visit.language)}`}
            </li>
          ))}
        </ul>
      )}
      {refusal.code === 'INTERNAL' ? (
        <p class="hint">
          {text.request} <code>{requestId}</code>
        </p>
      ) : null}
      <WayOn way={refusal.code === 'NOT_FOUND' ? 'home' : 'again'} visit={visit} />
    </>
  );
  return visit.page(known.title, body, { status: statusFor(refusal.code) });
}

type KnownCode = 'NOT_FOUND' | 'RATE_LIMITED' | 'UNAVAILABLE' | 'INVALID_DATA' | 'INTERNAL';

const STATUSES: Readonly<Record<KnownCode, NonNullable<PageOptions['status']>>> = {
  NOT_FOUND: 404,
  RATE_LIMITED: 429,
  UNAVAILABLE: 503,
  INVALID_DATA: 400,
  INTERNAL: 500,
};

function isKnown(code: string): code is KnownCode {
  return Object.hasOwn(STATUSES, code);
}

function statusFor(code: string): NonNullable<PageOptions['status']> {
  return isKnown(code) ? STATUSES[code] : 409;
}

function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof DbUnavailable) {
    return new ApiError('UNAVAILABLE', 'Try again soon.');
  }
  return new ApiError('INTERNAL', 'Something went wrong on our side.');
}
