import type { FC } from 'hono/jsx';
import { ADD_ORIGIN, REMOVE_ORIGIN } from '../../../acts/origins.ts';
import { ApiError, orRefusal } from '../../../base/shared/api-error.ts';
import type { Account } from '../../../domain/accounts/account.ts';
import { Field, Form, SubmitButton } from '../../framework/parts/form.tsx';
import type { Visit } from '../../framework/route.ts';
import { pageWords } from '../../words/words.ts';

const WORDS = pageWords({
  origins: ['Origens registradas', 'Registered origins'],
  intro: [
    'Só páginas destes endereços podem mostrar os campos do cartão.',
    'Only pages of these addresses may show the card fields.',
  ],
  none: [
    'Nenhuma origem foi registrada: página nenhuma pode mostrá-los.',
    'No origin is registered: no page may show them.',
  ],
  anyInSandbox: [
    'Nenhuma origem foi registrada: no ambiente de testes, qualquer página pode mostrá-los.',
    'No origin is registered: in the sandbox, any page may show them.',
  ],
  origin: ['Nova origem', 'New origin'],
  hint: [
    'Como https://loja.example.com: sem caminho e sem curinga.',
    'Such as https://loja.example.com: without a path and without a wildcard.',
  ],
  add: ['Adicionar', 'Add'],
  added: [
    (origin: string) => `${origin} foi adicionada.`,
    (origin: string) => `${origin} was added.`,
  ],
  removed: [
    (origin: string) => `${origin} foi removida.`,
    (origin: string) => `${origin} was removed.`,
  ],
  faulty: [
    'Informe uma origem exata, com https fora do ambiente de testes. O limite é de 50 origens.',
    'Give an exact origin, with https outside the sandbox. An account has at most 50.',
  ],
});

export type RefusedOrigin = { typed: string };

export const Origins: FC<{
  visit: Visit;
  account: Pick<Account, 'origins' | 'sandbox'>;
  refused?: RefusedOrigin | undefined;
}> = ({ visit, account: { origins, sandbox }, refused }) => {
  const text = WORDS[visit.language];
  return (
    <section aria-labelledby="origins">
      <h2 id="origins">{text.origins}</h2>
      <p>{text.intro}</p>
      {origins.length === 0 ? (
        <p>{sandbox ? text.anyInSandbox : text.none}</p>
      ) : (
        <ul class="removable">
          {origins.map((origin) => (
            <li>
              <code>{origin}</code>
              <Form action="/integration/origins/remove" visit={visit}>
                <input type="hidden" name="origin" value={origin} />
                <button class="quiet" type="submit" aria-label={`${text.remove} ${origin}`}>
                  {text.remove}
                </button>
              </Form>
            </li>
          ))}
        </ul>
      )}
      <Form action="/integration/origins/add" visit={visit}>
        <Field
          name="origin"
          label={text.origin}
          hint={text.hint}
          value={refused?.typed ?? ''}
          error={refused === undefined ? undefined : text.faulty}
          maxlength={255}
          required
          spellcheck={false}
        />
        <SubmitButton>{text.add}</SubmitButton>
      </Form>
    </section>
  );
};

/** `again`: the page with what was typed, where it is no origin. */
export async function addOrigin(
  visit: Visit,
  again: (refused: RefusedOrigin) => Promise<Response>,
): Promise<Response> {
  const typed = visit.form.origin?.trim() ?? '';
  // People copy an address with the stroke that ends it.
  const origin = typed.replace(/\/$/, '');
  const added = await orRefusal(visit.act(ADD_ORIGIN, { origin }), 'INVALID_DATA');
  if (added instanceof ApiError) return again({ typed });
  return visit.redirect('/integration', WORDS[visit.language].added(origin));
}

export async function removeOrigin(visit: Visit): Promise<Response> {
  const origin = visit.form.origin ?? '';
  // What is not registered is gone already.
  await orRefusal(visit.act(REMOVE_ORIGIN, { origin }), 'INVALID_DATA');
  return visit.redirect('/integration', WORDS[visit.language].removed(origin));
}
