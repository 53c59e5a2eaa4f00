import type { Child, FC } from 'hono/jsx';
import type { ApiErrorCode } from '../../../../contract/errors/api-error.ts';
import { CREATE_PAYOUT } from '../../../acts/payouts.ts';
import { withoutSlot } from '../../../base/shared/work-slot.ts';
import { decodeCsv } from '../../../domain/payouts/batch-csv.ts';
import type { BatchFault, CheckedLine, PayoutBatch } from '../../../domain/payouts/payout-batch.ts';
import { isPayable, makePayouts, readPayoutBatch } from '../../../domain/payouts/payout-batch.ts';
import { Field, Form, Notice, SubmitButton, Way } from '../../framework/parts/form.tsx';
import { Facts, ofNumbers, StateBadge, Table } from '../../framework/parts/table.tsx';
import { money } from '../../framework/parts/values.ts';
import type { Visit } from '../../framework/route.ts';
import type { DashboardServices } from '../../framework/services.ts';
import type { Language } from '../../words/words.ts';
import { BATCH_WORDS } from './batch-words.ts';
import {
  expectedOf,
  FIELDS,
  refusalOf,
  STATE_KINDS,
  STATES,
  toRow,
  writtenKey,
} from './payout-words.ts';

/** How long one confirmation goes on; the rest is left to the next. */
const CONFIRM_MS = 20_000;

const EXAMPLES = {
  'pt-BR':
    'referencia;valor;tipo_chave;chave_pix;nome;documento\nfolha-2026-05-ana;1.500,00;CPF;52998224725;Ana Souza;52998224725\n',
  en: 'reference;amount_in_reais;pix_key_type;pix_key;name;document\npayroll-2026-05-ana;1.500,00;CPF;52998224725;Ana Souza;52998224725\n',
};

export async function askForBatch(visit: Visit, error?: string): Promise<Response> {
  const text = BATCH_WORDS[visit.language];
  const body = (
    <>
      <UploadForm visit={visit} error={error} />
      <h2>{text.columnsTitle}</h2>
      <p>{text.columnsText}</p>
      <figure>
        <figcaption>{text.example}</figcaption>
        <pre tabindex={0}>{EXAMPLES[visit.language]}</pre>
      </figure>
    </>
  );
  const status = error === undefined ? 200 : 400;
  return visit.page(text.title, body, { status });
}

export async function previewBatch(visit: Visit, services: DashboardServices): Promise<Response> {
  const bytes = await visit.fileBytes('file');
  if (bytes === null) return askForBatch(visit, BATCH_WORDS[visit.language].noFile);
  const content = decodeCsv(bytes);
  const batch = await readBatch(content, visit, services);
  if ('fault' in batch) return askForBatch(visit, faultText(batch.fault, visit.language));
  return showPreview(batch, content, visit);
}

/** Makes what was not made before. The file travels in the form, is checked anew and not kept. */
export async function confirmBatch(visit: Visit, services: DashboardServices): Promise<Response> {
  const content = visit.form.content ?? '';
  const batch = await readBatch(content, visit, services);
  if ('fault' in batch) return askForBatch(visit, faultText(batch.fault, visit.language));
  if (!isPayable(batch)) return showPreview(batch, content, visit);
  const until = visit.now.getTime() + CONFIRM_MS;
  const refusals = await withoutSlot(services, () =>
    makePayouts(
      batch.lines,
      (request) => visit.act(CREATE_PAYOUT, toRow(request)),
      () => services.now().getTime() < until,
    ),
  );
  const after = await readBatch(content, visit, services);
  if ('fault' in after) throw new Error('a batch that was read cannot be read again');
  return showResults(after, { content, refusals, visit });
}

async function readBatch(
  content: string,
  { companyId }: Visit,
  services: DashboardServices,
): Promise<PayoutBatch | { fault: BatchFault }> {
  const account = await services.accounts.find(companyId);
  if (account === null) throw new Error('somebody is of an account that is not there');
  return readPayoutBatch(account, content, services);
}

async function showPreview(batch: PayoutBatch, content: string, visit: Visit): Promise<Response> {
  const { language } = visit;
  const text = BATCH_WORDS[language];
  const { lines, wrong, total, available } = batch;
  const toMake = lines.filter(({ payout }) => payout === null);
  const isTooMuch = total > available;
  const earlier = lines.length - toMake.length;
  const body = (
    <>
      {wrong.length === 0 ? null : <Notice kind="bad">{text.wrong(wrong.length)}</Notice>}
      {isTooMuch ? <Notice kind="bad">{text.tooMuch}</Notice> : null}
      {earlier === 0 ? null : <Notice kind="warn">{`${text.earlier}${earlier}`}</Notice>}
      <Facts
        facts={[
          [text.lines, String(lines.length + wrong.length)],
          [text.toMake, String(toMake.length)],
          [text.total, money(total, language)],
          [text.available, money(available, language)],
          [text.after, isPayable(batch) ? money(available - total, language) : null],
        ]}
      />
      {isPayable(batch) ? (
        <ConfirmForm content={content} visit={visit}>
          {text.confirm(toMake.length, money(total, language))}
        </ConfirmForm>
      ) : null}
      <WrongLines batch={batch} language={language} />
      {isPayable(batch) ? null : (
        <>
          <h2>{text.again}</h2>
          <UploadForm visit={visit} />
        </>
      )}
      {lines.length === 0 ? null : (
        <>
          <h2>{text.preview}</h2>
          <Lines
            lines={lines}
            language={language}
            stateOf={({ payout }) => (payout === null ? text.new : text.made)}
          />
        </>
      )}
    </>
  );
  const status = isPayable(batch) ? 200 : 409;
  return visit.page(text.title, body, { status });
}

async function showResults(
  batch: PayoutBatch,
  results: { content: string; refusals: ReadonlyMap<number, ApiErrorCode>; visit: Visit },
): Promise<Response> {
  const { content, refusals, visit } = results;
  const { language } = visit;
  const text = BATCH_WORDS[language];
  const left = batch.lines.filter(({ payout }) => payout === null).length + batch.wrong.length;
  const stateOf = ({ line, payout }: CheckedLine) => {
    if (payout !== null) {
      const state = STATES[language][payout.status];
      return (
        <a href={`/payouts/${payout.id}`}>
          <StateBadge kind={STATE_KINDS[payout.status]}>{state}</StateBadge>
        </a>
      );
    }
    const code = refusals.get(line);
    return code === undefined ? text.left : refusalOf(code, language);
  };
  const body = (
    <>
      {left === 0 ? (
        <Notice kind="good">{text.allMade}</Notice>
      ) : (
        <>
          <Notice kind="warn">{text.someLeft(left)}</Notice>
          <ConfirmForm content={content} visit={visit}>
            {text.goOn}
          </ConfirmForm>
        </>
      )}
      <Lines lines={batch.lines} language={language} stateOf={stateOf} />
      <Way to="/payouts">{text.toList}</Way>
    </>
  );
  return visit.page(text.results, body);
}

const UploadForm: FC<{ visit: Visit; error?: string | undefined }> = ({ visit, error }) => {
  const text = BATCH_WORDS[visit.language];
  return (
    <Form action="/payouts/batch" visit={visit} label={text.title} isMultipart>
      <Field name="file" label={text.file} type="file" hint={text.fileHint} error={error} />
      <SubmitButton>{text.read}</SubmitButton>
    </Form>
  );
};

const ConfirmForm: FC<{ content: string; visit: Visit; children?: string }> = ({
  content,
  visit,
  children,
}) => (
  <Form action="/payouts/batch/confirm" visit={visit} class="actions" isMultipart>
    <input type="hidden" name="content" value={content} />
    <SubmitButton>{children}</SubmitButton>
  </Form>
);

const WrongLines: FC<{ batch: PayoutBatch; language: Language }> = ({
  batch: { wrong },
  language,
}) => {
  if (wrong.length === 0) return null;
  const text = BATCH_WORDS[language];
  const rows = wrong.flatMap(({ line, problems }) =>
    problems.map((problem) => [
      String(line),
      FIELDS[language][problem.field],
      expectedOf(problem, language),
    ]),
  );
  const columns = [text.line, FIELD_NAME[language], text.problem];
  return (
    <>
      <h2>{text.wrongTitle}</h2>
      <Table caption={text.wrongTitle} columns={columns} rows={rows} />
    </>
  );
};

const FIELD_NAME = { 'pt-BR': 'Coluna', en: 'Column' };

const Lines: FC<{
  lines: readonly CheckedLine[];
  language: Language;
  stateOf: (line: CheckedLine) => Child;
}> = ({ lines, language, stateOf }) => {
  const [text, fields] = [BATCH_WORDS[language], FIELDS[language]];
  const columns = [
    text.line,
    fields.reference,
    fields.pixKey,
    fields.name,
    ofNumbers(fields.amount),
    text.state,
  ];
  const rows = lines.map((one) => [
    String(one.line),
    one.request.referenceId,
    writtenKey(one.request),
    one.request.beneficiaryName ?? '–',
    money(one.request.amount, language),
    stateOf(one),
  ]);
  return <Table caption={text.lines} columns={columns} rows={rows} />;
};

function faultText(fault: BatchFault, language: Language): string {
  const text = BATCH_WORDS[language];
  switch (fault.kind) {
    case 'quote':
      return `${text.quote}${fault.line}.`;
    case 'header': {
      const { missing, unknown } = fault;
      const named = missing.map((field) => FIELDS[language][field]).join(', ');
      return [
        ...(missing.length === 0 ? [] : [`${text.missing}${named}.`]),
        ...(unknown.length === 0 ? [] : [`${text.unknown}${unknown.join(', ').slice(0, 200)}.`]),
      ].join(' ');
    }
    default:
      return text.faults[fault.kind];
  }
}
