import type { PartyAnswer, PartyRequest, Route } from '../server/exchange.ts';
import { jsonAnswer } from '../server/exchange.ts';
import { readBody } from '../server/fields.ts';
import { localTime } from '../server/harness.ts';
import type { Billet, Billets } from './billets.ts';
import { billetFields, LEAST_TOTAL } from './billets.ts';
import type { OwnAccess } from './own-access.ts';
import { createHostAccess } from './own-access.ts';

const TOKEN_SECONDS = 600;

export function billetRoutes(billets: Billets, access: OwnAccess): Route[] {
  const { record } = access;
  const { tokenRoute, guarded } = createHostAccess(access, {
    path: '/v1/authorize',
    lifetimeSeconds: TOKEN_SECONDS,
  });

  function post(request: PartyRequest): PartyAnswer {
    const read = readBody(record, request, {
      schema: billetFields,
      refuse: ([first]) =>
        refuseField(`/${first?.path.replaceAll('.', '/') ?? ''}`, first?.reason ?? ''),
    });
    if ('refusal' in read) return read.refusal;
    const { value } = read;
    const customId = value.metadata?.custom_id;
    if (all().some(({ fields }) => customId && fields.metadata?.custom_id === customId)) {
      // Efí lets it through: it has no id of the caller's that would make a boleto once.
      record.violate('there is a boleto with that custom_id already', request);
    }
    const total = value.items.reduce((sum, item) => sum + item.value * item.amount, 0);
    if (total < LEAST_TOTAL) return refuseField('/items', 'Total menor que R$ 5,00.');
    if (value.payment.banking_billet.expire_at < localTime(access.clock.now()).slice(0, 10)) {
      return refuseField('/payment/banking_billet/expire_at', 'Vencimento no passado.');
    }
    return jsonAnswer(200, { code: 200, data: tellIssued(billets.issue(value)) });
  }

  const all = () => [...billets.billets.values()];

  function withBillet(tell: (billet: Billet) => PartyAnswer) {
    return ({ params }: PartyRequest): PartyAnswer => {
      const billet = billets.billets.get(Number(params.id));
      return billet === undefined ? refuse(3500010, 'charge_not_found') : tell(billet);
    };
  }

  function cancel(billet: Billet): PartyAnswer {
    if (billet.status !== 'waiting' && billet.status !== 'unpaid') {
      return refuse(3500036, 'invalid_status_to_cancel');
    }
    billets.moveTo(billet.id, 'canceled');
    return jsonAnswer(200, { code: 200 });
  }

  function list(request: PartyRequest): PartyAnswer {
    const { query } = request;
    const [type, from, to] = ['charge_type', 'begin_date', 'end_date'].map((one) => query.get(one));
    if (type !== 'billet' || !isDay(from) || !isDay(to)) {
      record.violate('charge_type, begin_date and end_date are not all there', request);
      return refuseField('/begin_date', 'é obrigatório');
    }
    const customId = query.get('custom_id');
    const found = all().filter(({ fields, createdAt }) => {
      const day = localTime(createdAt).slice(0, 10);
      const isNamed = customId === null || fields.metadata?.custom_id === customId;
      return isNamed && day >= `${from}` && day <= `${to}`;
    });
    return jsonAnswer(200, {
      code: 200,
      data: found.map(tellListed),
      params: {
        begin_date: `${from} 00:00:00`,
        end_date: `${to} 23:59:59`,
        pagination: { limit: 100, offset: 0, page: 1 },
      },
    });
  }

  function getNotification({ params }: PartyRequest): PartyAnswer {
    const billet = all().find(({ token }) => token === params.token);
    if (billet === undefined) return refuse(3500012, 'notification_not_found');
    return jsonAnswer(200, { code: 200, data: tellHistory(billet) });
  }

  return [
    tokenRoute,
    guarded('POST', '/v1/charge/one-step', post),
    guarded('GET', '/v1/charges', list),
    guarded(
      'GET',
      '/v1/charge/:id',
      withBillet((one) => jsonAnswer(200, tellDetail(one))),
    ),
    guarded('PUT', '/v1/charge/:id/cancel', withBillet(cancel)),
    guarded('GET', '/v1/notification/:token', getNotification),
  ];
}

function isDay(text: string | null | undefined): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text ?? '');
}

function slip(billet: Billet) {
  const link = `https://visualizacao.gerencianet.example/emissao/${billet.token}`;
  const { expire_at } = billet.fields.payment.banking_billet;
  const pdf = { charge: `${link}.pdf` };
  return { barcode: billet.line, ...tellPix(billet), link, billet_link: link, pdf, expire_at };
}

/** With a picture that is none: nobody here looks at it. */
function tellPix({ pixCode }: Billet) {
  if (pixCode === null) return {};
  const image = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64');
  return { pix: { qrcode: pixCode, qrcode_image: `data:image/svg+xml;base64,${image}` } };
}

function tellIssued(billet: Billet) {
  const { id, total, status } = billet;
  return { ...slip(billet), charge_id: id, status, total, payment: 'banking_billet' };
}

function tellDetail(billet: Billet) {
  const { id, total, status, fields, history, createdAt } = billet;
  const { customer, message = null } = fields.payment.banking_billet;
  const { juridical_person: company, ...person } = customer;
  const { address, ...rest } = person;
  return {
    code: 200,
    data: {
      ...{ charge_id: id, total, status },
      custom_id: fields.metadata?.custom_id ?? null,
      created_at: localTime(createdAt),
      notification_url: fields.metadata?.notification_url ?? null,
      items: fields.items,
      history: history.map((one) => ({ message: one.status, created_at: localTime(one.at) })),
      customer: {
        ...rest,
        ...(address === undefined
          ? {}
          : { address: { ...address, complement: address.complement ?? null } }),
        ...(company ?? {}),
      },
      payment: {
        method: 'banking_billet',
        created_at: localTime(createdAt),
        message,
        banking_billet: slip(billet),
      },
    },
  };
}

function tellListed(billet: Billet) {
  const { id, total, status, fields, createdAt, paidCentavos } = billet;
  const { customer } = fields.payment.banking_billet;
  const { juridical_person: company, phone_number = null, cpf, name } = customer;
  return {
    ...{ id, total, status },
    custom_id: fields.metadata?.custom_id ?? null,
    created_at: localTime(createdAt),
    customer: { phone_number, ...(company ?? { cpf, name }) },
    payment: {
      payment_method: 'banking_billet',
      paid_at: paidCentavos === null ? null : localTime(billet.history.at(-1)?.at ?? createdAt),
      ...(paidCentavos === null ? {} : { paid_value: paidCentavos }),
      banking_billet: slip(billet),
    },
  };
}

function tellHistory({ id, fields, history, total }: Billet) {
  return history.map(({ status, at }, index) => ({
    id: index + 1,
    type: 'charge',
    custom_id: fields.metadata?.custom_id ?? null,
    status: { current: status, previous: history[index - 1]?.status ?? null },
    identifiers: { charge_id: id },
    created_at: localTime(at),
    ...(status === 'paid' ? { value: total } : {}),
  }));
}

function refuseField(property: string, message: string): PartyAnswer {
  const description = { property, message };
  return jsonAnswer(400, {
    code: 3500034,
    error: 'validation_error',
    error_description: description,
  });
}

function refuse(code: number, error: string): PartyAnswer {
  return jsonAnswer(400, { code, error, error_description: error });
}
