import { attemptKeyOf } from '../../service/providers/attempt-key.ts';
import { COMPANY, routeTo } from './company.ts';
import { certificateSettings } from './credentials.ts';
import { mustBe, until } from './report.ts';
import type { Stage } from './stage.ts';
import { cardParties, mustBePaid } from './try-cards.ts';
import { issuePix } from './try-pix.ts';

/** Longer than the service keeps whoever waits, and shorter than it waits for an acquirer. */
const LATE_MS = 10_000;
const HANGS_MS = 10 * 60_000;
/** Until a charge without an answer has been looked up. */
const FOUND_WITHIN_MS = 90_000;

/** Acquirers that answer late, never, or not at all. Gives what is still waited for. */
export async function tryTrouble(stage: Stage): Promise<{ ended: Promise<unknown> }> {
  const { report, operate } = stage;
  report.heading('Parties in trouble');
  await report.attempt('braspag cannot be reached: cielo, the next in line, takes the charge', () =>
    tryNextInLine(stage),
  );
  await routeTo(operate, 'CREDIT_CARD', 'cielo');
  // What follows waits for other parties, so both are left to end while more is tried.
  const [cielo] = cardParties(stage);
  if (cielo === undefined) throw new Error('there is no acquirer');
  const hanging = await begin(stage, { path: '/1/sales/', afterMs: HANGS_MS });
  const late = await begin(stage, { path: '/1/sales/', afterMs: LATE_MS });
  const lost = await loseAnswers(stage);
  return {
    ended: Promise.all([
      report.attempt('cielo answers late: PENDING meanwhile, then APPROVED, booked once', () =>
        mustEndApproved(stage, { ...late, withinMs: LATE_MS * 2, bookings: cielo.bookings }),
      ),
      report.attempt('cielo hangs: PENDING, then found there, booked once', () =>
        mustEndApproved(stage, { ...hanging, withinMs: FOUND_WITHIN_MS, bookings: cielo.bookings }),
      ),
      ...lost,
    ]),
  };
}

async function tryNextInLine({ parties, operate, merchant }: Stage): Promise<string> {
  const { braspag, braspagLines, cielo } = parties;
  await routeTo(operate, 'CREDIT_CARD', 'braspag,cielo');
  const before = braspag.sales.size;
  await Promise.all(braspagLines.map((line) => line.cut()));
  try {
    const id = mustBePaid(await merchant.payByCard());
    mustBe('the bookings at Cielo', cielo.salesOf(attemptKeyOf(id)).length, 1);
    mustBe('what Braspag has booked', braspag.sales.size, before);
    return id;
  } finally {
    await Promise.all(braspagLines.map((line) => line.mend()));
  }
}

type Begun = { answer: ReturnType<Stage['merchant']['payByCard']> };

/** Each acquirer books a charge and is cut off before it has told so. */
async function loseAnswers(stage: Stage): Promise<Promise<void>[]> {
  const { report, operate, merchant } = stage;
  const ended: Promise<void>[] = [];
  for (const { name, approved, bookings, faults, charging } of cardParties(stage)) {
    await routeTo(operate, 'CREDIT_CARD', name);
    const target = { method: 'POST', path: charging };
    const fault = faults.next(target, { kind: 'commit_and_cut' });
    const answer = merchant.payByCard({ card: approved });
    await Promise.race([fault.taken, answer]);
    ended.push(
      report.attempt(`${name} is cut off after it has booked: found there, booked once`, () =>
        mustEndApproved(stage, { answer, withinMs: FOUND_WITHIN_MS, bookings }),
      ),
    );
  }
  return ended;
}

async function begin(
  { parties: { cielo }, merchant }: Stage,
  { path, afterMs }: { path: string; afterMs: number },
): Promise<Begun> {
  const fault = cielo.faults.next({ method: 'POST', path }, { kind: 'answer_late', afterMs });
  const answer = merchant.payByCard();
  await fault.taken;
  return { answer };
}

async function mustEndApproved(
  { merchant, receiver }: Stage,
  { answer, withinMs, bookings }: Begun & { withinMs: number; bookings: (id: string) => number },
): Promise<void> {
  const { status, body } = await answer;
  mustBe('the answer', [status, body.status ?? body.error?.code], [201, 'PENDING']);
  await merchant.mustBecome(body.id, 'APPROVED', withinMs);
  mustBe('the bookings', bookings(body.id), 1);
  await receiver.mustHear(body.id, 'APPROVED');
}

const CALLERS = 4;

/** A certificate is rotated while charges run, and the old one ended: no charge fails. */
export async function tryRotation(stage: Stage): Promise<void> {
  const { report, operate } = stage;
  report.heading('A new certificate');
  await routeTo(operate, 'PIX', 'sicredi');
  await report.attempt('sicredi: a certificate is rotated under load, and the old one ended', () =>
    rotateUnderLoad(stage),
  );
}

async function rotateUnderLoad(stage: Stage): Promise<string> {
  const { parties, operate } = stage;
  const bank = parties.banks.sicredi;
  const before = bank.issueCertificate();
  const next = bank.issueCertificate();
  const at = { company: COMPANY, provider: 'sicredi' };
  // One that we know, so that it can be ended.
  await operate('provider rotate', { ...at, ...certificateSettings(before) });
  const load = startLoad(() => issuePix(stage));
  try {
    await load.everyCallerTwice();
    await operate('provider rotate', { ...at, ...certificateSettings(next) });
    // Whoever began with the old one has ended by then.
    await load.everyCallerTwice();
    bank.endCertificate(before.certificate);
    await load.everyCallerTwice();
  } finally {
    await load.stop();
  }
  return `${load.count()} charges`;
}

/** Callers that begin again as soon as they are answered; the first failure ends all of it. */
function startLoad(work: () => Promise<unknown>) {
  const counts = Array.from({ length: CALLERS }, () => 0);
  const failures: unknown[] = [];
  let isOver = false;
  const callers = counts.map(async (_count, nth) => {
    while (!isOver && failures.length === 0) {
      await work().then(
        () => {
          counts[nth] = (counts[nth] ?? 0) + 1;
        },
        (error: unknown) => failures.push(error),
      );
    }
  });
  const mustGoOn = () => {
    if (failures.length > 0) throw failures[0];
  };
  return {
    count: () => counts.reduce((sum, count) => sum + count, 0),
    async everyCallerTwice() {
      const from = [...counts];
      await until(
        'two charges of every caller',
        () => {
          mustGoOn();
          return counts.every((count, nth) => count >= (from[nth] ?? 0) + 2);
        },
        60_000,
      );
    },
    async stop() {
      isOver = true;
      await Promise.all(callers);
      mustGoOn();
    },
  };
}
