import { ApiError } from '../../../base/shared/api-error.ts';
import type { Row } from '../../../cli/command.ts';
import { ALL_COMPANIES } from '../../../providers/credentials.ts';
import type { ProviderDefinition } from '../../../providers/definition.ts';
import { findDefinition, PROVIDER_DEFINITIONS } from '../../../providers/registry.ts';
import { Empty } from '../../framework/parts/empty.tsx';
import { Select, SubmitButton } from '../../framework/parts/form.tsx';
import { Notice } from '../../framework/parts/notice.tsx';
import { StateBadge } from '../../framework/parts/state.tsx';
import { Facts, Table } from '../../framework/parts/table.tsx';
import type { DashboardRoute, Visit } from '../../framework/route.ts';
import { tellKnown } from '../../words/refusal-words.ts';
import { recordOf, rowsOf } from './answers.ts';
import type { CommandForm, Refused } from './command-form.tsx';
import { CommandFormView, optionsOf, refusedBy } from './command-form.tsx';
import { ROUTE_FORMS } from './company-forms.ts';
import { newProviderForm, providerForms } from './provider-forms.ts';
import { segmentOf } from './provider-path.ts';
import { PROVIDER_WORDS as WORDS } from './provider-words.ts';
import { VALUES } from './words.ts';

/** Settings of a party may hold certificates. */
const MAX_FORM_BYTES = 262_144;

/** Credentials at outside parties and the routes that all accounts share. */
export function providerPages(): readonly DashboardRoute[] {
  const act = 'providers.manage';
  const posts = { method: 'POST', act, isFresh: true, maxBodyBytes: MAX_FORM_BYTES } as const;
  return [
    { method: 'GET', path: '/providers', act, run: (visit) => listProviders(visit, null) },
    {
      method: 'GET',
      path: '/providers/new',
      act,
      async run(visit) {
        const definition = definitionOf(visit.query.get('provider'));
        return showNew(visit, definition, null);
      },
    },
    {
      ...posts,
      path: '/providers/new',
      async run(visit) {
        const definition = definitionOf(visit.query.get('provider'));
        const form = newProviderForm(definition);
        const options = await optionsOf(form, visit);
        const provider = definition.name;
        try {
          await visit.command(form.command, { ...options, provider });
        } catch (error) {
          return showNew(visit, definition, refusedBy(form.command, error, visit.language));
        }
        const company = segmentOf(options.company ?? '');
        return visit.redirect(`/providers/${company}/${provider}`, WORDS[visit.language].saved);
      },
    },
    ...ROUTE_FORMS.map(
      (form): DashboardRoute => ({
        ...posts,
        path: `/providers/${form.command.replace(' ', '-')}`,
        async run(visit) {
          const options = await optionsOf(form, visit);
          try {
            await visit.command(form.command, { ...options, company: ALL_COMPANIES });
          } catch (error) {
            return listProviders(visit, refusedBy(form.command, error, visit.language));
          }
          return visit.redirect('/providers', WORDS[visit.language].saved);
        },
      }),
    ),
    {
      method: 'GET',
      path: '/providers/:company/:provider',
      act,
      run: (visit) => showProvider(visit, null),
    },
    {
      ...posts,
      path: '/providers/:company/:provider/:command',
      run: actOnProvider,
    },
  ];
}

async function actOnProvider(visit: Visit): Promise<Response> {
  const named = namedIn(visit);
  const form = providerForms(definitionOf(named.provider)).find(
    ({ command }) => command === `provider ${visit.params.command}`,
  );
  if (form === undefined) return visit.notFound();
  const text = WORDS[visit.language];
  try {
    const options = await optionsOf(form, visit);
    const answer = await visit.command(form.command, { ...options, ...named });
    if (form.command === 'provider remove') return visit.redirect('/providers', text.saved);
    const { works = null, address = null, reason = null } = recordOf(answer);
    if (address !== null || works !== null) {
      return showProvider(visit, null, told(visit, { works, address, reason }));
    }
    return visit.redirect(`/providers/${segmentOf(named.company)}/${named.provider}`, text.saved);
  } catch (error) {
    return showProvider(visit, refusedBy(form.command, error, visit.language));
  }
}

/** What a test or a connection came to. */
function told(visit: Visit, { works, address, reason }: Row) {
  const text = WORDS[visit.language];
  const isBad = works === false || reason !== null;
  return (
    <Notice kind={isBad ? 'bad' : 'good'}>
      {isBad ? whyItFails(String(reason ?? ''), visit) : works === true ? text.works : text.byHand}
      {typeof address === 'string' ? (
        <p>
          {text.address} <code>{address}</code>
        </p>
      ) : null}
    </Notice>
  );
}

/** The party's own words stand as they are, and as its own. */
function whyItFails(reason: string, { language }: Visit): string {
  const text = WORDS[language];
  return `${text.fails} ${tellKnown(reason, language) ?? `${text.says} “${reason}”.`}`;
}

async function listProviders(visit: Visit, refused: Refused | null): Promise<Response> {
  const text = WORDS[visit.language];
  const rows = rowsOf(await visit.command('provider list', {}));
  const routes = rowsOf(await visit.command('route list', { company: ALL_COMPANIES }));
  return visit.page(
    text.title,
    <>
      {rows.length === 0 ? (
        <Empty title={text.none}>
          <p>{text.noneText}</p>
        </Empty>
      ) : (
        <Table
          caption={text.title}
          columns={[text.provider, text.company, text.state, text.certificate, text.notices].map(
            (name) => ({ name }),
          )}
          rows={rows.map((row) => [
            <a href={`/providers/${segmentOf(String(row.company))}/${row.provider}`}>
              {titleOf(String(row.provider))}
            </a>,
            row.company === ALL_COMPANIES ? text.all : String(row.company),
            <State row={row} />,
            row.certificateDaysLeft === null ? '–' : `${row.certificateDaysLeft} ${text.days}`,
            row.connectedAt === null ? text.no : text.yes,
          ])}
        />
      )}
      <form class="filters" method="get" action="/providers/new">
        <Select
          name="provider"
          label={text.add}
          options={PROVIDER_DEFINITIONS.map(({ name, title }) => ({ value: name, label: title }))}
        />
        <SubmitButton>{text.next}</SubmitButton>
      </form>
      <h2>{text.routes}</h2>
      {routes.length === 0 ? (
        <p>{text.noRoutes}</p>
      ) : (
        <Table
          caption={text.routes}
          columns={[{ name: text.method }, { name: text.providers }]}
          rows={routes.map(({ method, providers }) => [
            VALUES[visit.language][String(method)] ?? String(method),
            String(providers),
          ])}
        />
      )}
      {ROUTE_FORMS.map((form) => (
        <CommandFormView
          form={form}
          action={`/providers/${form.command.replace(' ', '-')}`}
          visit={visit}
          record={{}}
          refused={refused}
        />
      ))}
    </>,
    { path: '/providers', status: refused === null ? 200 : 400 },
  );
}

function State({ row }: { row: Row }) {
  const state = String(row.state);
  return <StateBadge kind={state === 'usable' ? 'good' : 'bad'}>{state}</StateBadge>;
}

function showNew(
  visit: Visit,
  definition: ProviderDefinition,
  refused: Refused | null,
): Promise<Response> {
  const form: CommandForm = newProviderForm(definition);
  return visit.page(
    definition.title,
    <CommandFormView
      form={form}
      action={`/providers/new?provider=${definition.name}`}
      visit={visit}
      record={{}}
      refused={refused ?? { command: form.command, errors: {} }}
    />,
    { path: '/providers', status: refused === null ? 200 : 400 },
  );
}

async function showProvider(
  visit: Visit,
  refused: Refused | null,
  notice: ReturnType<typeof told> | null = null,
): Promise<Response> {
  const text = WORDS[visit.language];
  const { company, provider } = namedIn(visit);
  const definition = definitionOf(provider);
  const rows = rowsOf(await visit.command('provider list', { company }));
  const row = rows.find((one) => one.provider === provider);
  if (row === undefined) return visit.notFound();
  const yesOrNo = (value: unknown) => (value === null ? text.no : text.yes);
  return visit.page(
    definition.title,
    <>
      {notice}
      <section class="card">
        <Facts
          facts={[
            [text.company, company === ALL_COMPANIES ? text.all : company],
            [text.state, <State row={row} />],
            [text.environment, String(row.environment)],
            [text.methods, String(row.methods)],
            [text.verified, text.proofs[definition.verified]],
            [
              text.certificate,
              row.certificateDaysLeft === null ? '–' : `${row.certificateDaysLeft} ${text.days}`,
            ],
            [text.notices, yesOrNo(row.connectedAt ?? null)],
            [text.version, String(row.version)],
            [text.addedAt, String(row.addedAt)],
            [text.rotatedAt, String(row.rotatedAt ?? '–')],
          ]}
        />
      </section>
      {providerForms(definition).map((form) => (
        <CommandFormView
          form={form}
          action={`/providers/${segmentOf(company)}/${provider}/${form.command.split(' ')[1]}`}
          visit={visit}
          record={{}}
          refused={refused}
        />
      ))}
    </>,
    { path: '/providers', status: refused === null ? 200 : 400 },
  );
}

/** `*` stands in an address as `all`. */
function namedIn({ params }: Visit): { company: string; provider: string } {
  const { company = '', provider = '' } = params;
  return { company: company === 'all' ? ALL_COMPANIES : company, provider };
}

function definitionOf(provider: string | null): ProviderDefinition {
  const definition = provider === null ? null : findDefinition(provider);
  if (definition === null) throw new ApiError('NOT_FOUND', 'There is no such provider.');
  return definition;
}

function titleOf(provider: string): string {
  return findDefinition(provider)?.title ?? provider;
}
