import type { PartyAnswer, PartyRequest, Route } from '../server/exchange.ts';
import { answerForm, bankPage, jsonAnswer } from '../server/exchange.ts';
import { readBody } from '../server/fields.ts';
import type { Consent, Consents } from './consents.ts';
import { configFields, consentFields, IDEMPOTENCY_KEY } from './consents.ts';
import type { OwnAccess } from './own-access.ts';
import { createHostAccess } from './own-access.ts';

export function consentRoutes(
  consents: Consents,
  access: OwnAccess,
  bankOrigin: () => string,
): Route[] {
  const { record } = access;
  const { tokenRoute, guarded } = createHostAccess(access, {
    path: '/v1/oauth/token',
    lifetimeSeconds: 3600,
  });

  function listParticipants({ query }: PartyRequest): PartyAnswer {
    const name = query.get('nome') ?? '';
    const found = consents.participants.filter((one) => one.name.includes(name));
    return jsonAnswer(200, {
      participantes: found.map((one) => ({
        identificador: one.id,
        nome: one.name,
        descricao: one.name,
        portal: 'https://bank.example.com',
        logo: 'https://bank.example.com/logo.svg',
        organizacoes: [
          { nome: one.name, cnpj: '11222333000181', status: one.isActive ? 'Ativo' : 'Inativo' },
        ],
      })),
    });
  }

  function putConfig(request: PartyRequest): PartyAnswer {
    const read = readBody(record, request, { schema: configFields, refuse: refuseForm });
    if ('refusal' in read) return read.refusal;
    consents.configure(read.value);
    return getConfig();
  }

  function getConfig(): PartyAnswer {
    const config = consents.config();
    if (config === null) return refuse(404, 'config_nao_encontrada', 'Não há configuração.');
    const defaults = { processPayment: 'async', generateTxIdForInic: false };
    return jsonAnswer(200, { webhookSecurity: { type: 'mtls' }, ...defaults, ...config });
  }

  function post(request: PartyRequest): PartyAnswer {
    const key = `${request.headers['x-idempotency-key'] ?? ''}`;
    if (!IDEMPOTENCY_KEY.test(key)) {
      record.violate('x-idempotency-key has not its form', request);
      return refuse(400, 'chave_idempotencia_invalida', 'O cabeçalho é inválido.');
    }
    const read = readBody(record, request, { schema: consentFields, refuse: refuseForm });
    if ('refusal' in read) return read.refusal;
    const { value } = read;
    const former = [...consents.consents.values()].find((one) => one.idempotencyKey === key);
    if (former !== undefined) {
      if (JSON.stringify(former.fields) !== JSON.stringify(value)) {
        record.violate('the key was used before, for something else', request);
      }
      return refuse(409, 'conflito_chave_idempotencia', 'A chave já foi utilizada.');
    }
    if (consents.config() === null) {
      record.violate('the account has no address to come back to', request);
      return refuse(400, 'config_nao_encontrada', 'Não há configuração.');
    }
    const bank = consents.participants.find(({ id }) => id === value.pagador.idParticipante);
    if (bank?.isActive !== true) {
      return refuse(400, 'participante_nao_encontrado', 'O participante não foi encontrado.');
    }
    const { id } = consents.open(key, value);
    const redirectURI = `${bankOrigin()}/consent?request=${encodeURIComponent(id)}`;
    return jsonAnswer(201, { identificadorPagamento: id, redirectURI });
  }

  function list(request: PartyRequest): PartyAnswer {
    const { query, path } = request;
    const [id, from, to] = ['identificador', 'inicio', 'fim'].map((one) => query.get(one));
    if (id === null && (from === null || to === null)) {
      record.violate('neither identificador nor inicio and fim are there', request);
      return refuse(400, 'json_invalido', 'Parâmetros inválidos.');
    }
    const pagamentos = [...consents.consents.values()]
      .filter((one) => id === null || one.id === id)
      .map(tellConsent);
    const none = { ultimo: null, proximo: null, anterior: null };
    return jsonAnswer(200, {
      ...{ pagamentos, total: pagamentos.length, porPagina: 100 },
      ...{ ...none, atual: path },
    });
  }

  return [
    tokenRoute,
    guarded('GET', '/v1/participantes/', listParticipants),
    guarded('PUT', '/v1/config', putConfig),
    guarded('GET', '/v1/config', getConfig),
    guarded('POST', '/v1/pagamentos/pix', post),
    guarded('GET', '/v1/pagamentos/pix', list),
  ];
}

/** As a list tells it, and as its notice does. */
export function tellConsent({ id, fields, status, endToEndId, createdAt }: Consent) {
  const { valor, idProprio } = fields.pagamento;
  return {
    identificadorPagamento: id,
    ...(endToEndId === null ? {} : { endToEndId }),
    valor,
    status,
    dataCriacao: new Date(createdAt).toISOString(),
    ...(idProprio === undefined ? {} : { idProprio }),
  };
}

function refuseForm(): PartyAnswer {
  return refuse(400, 'json_invalido', 'Campos inválidos.');
}

function refuse(status: number, nome: string, mensagem: string): PartyAnswer {
  return jsonAnswer(status, { nome, mensagem });
}

/**
 * The bank of a buyer who pays by open finance: its page asks whether they allow the payment, and
 * sends them back to the address that the company has configured, with `identificadorPagamento` and,
 * where they refuse, `erro`. Inferred: the text of that error, which no document shows.
 */
export function bankRoutes(consents: Consents): Route[] {
  function openOf(id: string | null): Consent | null {
    const consent = consents.consents.get(id ?? '');
    return consent?.status === 'pendente' ? consent : null;
  }

  function show({ query }: PartyRequest): PartyAnswer {
    const consent = openOf(query.get('request'));
    if (consent === null) return bankPage(400, '<p>This payment is over.</p>');
    const { id, fields } = consent;
    const bank = consents.participants.find((one) => one.id === fields.pagador.idParticipante);
    const form = answerForm('/consent', { name: 'request', value: id });
    return bankPage(200, `<p>${bank?.name}: R$ ${fields.pagamento.valor}</p>${form}`);
  }

  function takeAnswer({ rawBody }: PartyRequest): PartyAnswer {
    const form = new URLSearchParams(rawBody);
    const consent = openOf(form.get('request'));
    const back = consents.config()?.redirectURL;
    if (consent === null || back === undefined) {
      return bankPage(400, '<p>This payment is over.</p>');
    }
    const isAllowed = form.get('answer') === 'confirm';
    consents.end(consent.id, isAllowed ? 'aceito' : 'rejeitado');
    const address = new URL(back);
    address.searchParams.set('identificadorPagamento', consent.id);
    if (!isAllowed) address.searchParams.set('erro', 'pagamento_rejeitado');
    return { status: 303, headers: { location: address.href } };
  }

  return [
    { method: 'GET', path: '/consent', handle: show },
    { method: 'POST', path: '/consent', handle: takeAnswer },
  ];
}
