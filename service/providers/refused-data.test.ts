import { describe, expect, it } from 'vitest';
import { openPlayed } from '../testing/open-played.ts';
import { openVerb } from '../testing/open-verb.ts';
import type { Verb } from '../testing/play-provider.ts';

/*
 * What providers answer where they do not take something of an order, in their own words. Sources:
 * Mercado Pago's reference, "Create payment"; PagBank's, "Códigos de erro"; Efí's, "Erros"; the manual
 * of Cielo and Braspag, "Códigos de Erros da API". The PIX of banks has no data of the payer's in it.
 */

const { signal: never } = new AbortController();

function mercadoPago(...codes: number[]) {
  const cause = codes.map((code) => ({ code, description: 'of 529.982.247-25', data: null }));
  return { error: 'bad_request', status: 400, cause };
}

function pagBank(parameter_name?: string) {
  return { error_messages: [{ code: '40002', description: 'invalid_parameter', parameter_name }] };
}

function efi(property?: string, error = 'validation_error') {
  const description = property === undefined ? error : { property, message: 'inválido' };
  return { code: 3500034, error, error_description: description };
}

function efiConsent(nome: string, chave?: string) {
  const erros = chave === undefined ? {} : { erros: [{ chave, caminho: '.body.pagador' }] };
  return { nome, mensagem: 'Campos inválidos.', ...erros };
}

function cielo(Code: number) {
  return [{ Code, Message: 'length exceeded' }];
}

const billet = '/payment/banking_billet';
const holder = 'charges[0].payment_method.boleto.holder';

const REFUSED: readonly (readonly [string, Verb, unknown, string])[] = [
  ['mercadopago', 'PIX', mercadoPago(2067), 'customer.document'],
  ['mercadopago', 'boleto', mercadoPago(4050), 'customer.email'],
  ['mercadopago', 'charge', mercadoPago(4050), 'customer.email'],
  ['mercadopago', 'PIX', mercadoPago(9999), 'customer'],
  ['pagbank', 'PIX', pagBank('customer.tax_id'), 'customer.document'],
  ['pagbank', 'PIX', pagBank('customer.phones[0].number'), 'customer.phone'],
  ['pagbank', 'boleto', pagBank(`${holder}.address.postal_code`), 'customer.address.zipCode'],
  ['pagbank', 'boleto', pagBank(`${holder}.email`), 'customer.email'],
  ['pagbank', 'boleto', pagBank(), 'customer'],
  ['pagbank', 'charge', pagBank('customer.email'), 'customer.email'],
  ['efi', 'boleto', efi(`${billet}/customer/phone_number`), 'customer.phone'],
  ['efi', 'boleto', efi(`${billet}/customer/juridical_person/cnpj`), 'customer.document'],
  ['efi', 'boleto', efi(`${billet}/customer/address/state`), 'customer.address.state'],
  ['efi', 'boleto', efi(), 'customer'],
  ['efi', 'consent', efiConsent('json_invalido', 'cpf'), 'customer.document'],
  ['efi', 'consent', efiConsent('participante_nao_encontrado'), 'bankId'],
  ['efi', 'consent', efiConsent('json_invalido'), 'customer'],
  ['cielo', 'charge', cielo(158), 'customer.email'],
  ['braspag', 'charge', cielo(150), 'customer.address.zipCode'],
];

/** What is wrong with our call or with an account is nobody's to correct on a page. */
const OTHERS: readonly (readonly [string, Verb, unknown, string])[] = [
  ['mercadopago', 'PIX', mercadoPago(13253), 'unavailable'],
  ['mercadopago', 'charge', mercadoPago(3067), 'failed'],
  ['mercadopago', 'PIX', {}, 'unavailable'],
  ['pagbank', 'PIX', pagBank('qr_codes[0].expiration_date'), 'unavailable'],
  ['pagbank', 'charge', pagBank('items'), 'unavailable'],
  ['efi', 'boleto', efi(`${billet}/expire_at`), 'unavailable'],
  ['efi', 'boleto', efi(undefined, 'charge_not_found'), 'unavailable'],
  ['efi', 'consent', efiConsent('config_nao_encontrada'), 'unavailable'],
  ['cielo', 'charge', cielo(133), 'failed'],
];

async function answered(name: string, verb: Verb, body: unknown) {
  const { party, open } = await openPlayed(name);
  const provider = open();
  await provider.notices?.connect?.('https://pay.example.com/notices', never);
  const played = party.verbs[verb];
  if (played === undefined) throw new Error(`${verb} is not played at ${name}`);
  const answer = { status: 400, body: JSON.stringify(body) };
  party.faults.next(played.at, { kind: 'answer', answer });
  const given = await openVerb(provider, verb, null).ask(never);
  expect(played.done()).toBe(0);
  return given;
}

describe('data that a provider does not take', () => {
  it.each(REFUSED)('at %s, by %s: %j is %s', async (name, verb, body, field) => {
    const given = await answered(name, verb, body);
    expect(given).toMatchObject({ kind: 'invalid_data', field });
    // Its code is kept, and nothing of what somebody has.
    expect(JSON.stringify(given)).toMatch(/\d{3}|json_invalido|participante/);
    expect(JSON.stringify(given)).not.toContain('529.982');
  });

  it.each(OTHERS)('are not what %s refuses, by %s, with %j', async (name, verb, body, kind) => {
    expect(await answered(name, verb, body)).toMatchObject({ kind });
  });
});
