import { html } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';
import type { Locale } from '../../../contract/locale.ts';
import { LOCALES } from '../../../contract/locale.ts';
import { BRAZILIAN_STATES } from '../../../contract/payments/customer.ts';
import type { PaymentPage } from '../../domain/pages/payment-page.ts';
import type { Payin } from '../../domain/payins/payin.ts';
import { chargedAmount } from '../../domain/payins/payin.ts';
import { assetPath } from '../../http/serve-asset.ts';
import type { WebAsset } from '../../http/web-asset.ts';
import { maskCustomer } from './masked.ts';
import { LANGUAGE_NAMES, methodNameOf, wordsOf } from './words.ts';

export type Html = HtmlEscapedString | Promise<HtmlEscapedString>;

/** What every page is drawn with. `sdkUrl`: of the script that brings the payment element. */
export type PageFrame = {
  locale: Locale;
  assets: ReadonlyMap<string, WebAsset>;
  sdkUrl: string | null;
};

/** Whose page it is, and what is sold there. */
type Sold = PageFrame & { page: PaymentPage; merchant: string };

function document({ locale, assets, sdkUrl }: PageFrame, title: string, main: Html): Html {
  const [style, script] = [assets.get('page.css'), assets.get('page.js')];
  const links = LOCALES.map((one) => {
    const current = one === locale ? html` aria-current="true"` : '';
    return html`<a href="?lang=${one}" lang="${one}"${current}>${LANGUAGE_NAMES[one]}</a>`;
  });
  return html`<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
${style ? html`<link rel="stylesheet" href="${assetPath('page.css', style)}">` : ''}
${sdkUrl === null ? '' : html`<script defer src="${sdkUrl}"></script>`}
${script && sdkUrl !== null ? html`<script type="module" src="${assetPath('page.js', script)}"></script>` : ''}
</head>
<body>
${main}
<nav aria-label="${wordsOf(locale).language}">${links}</nav>
</body>
</html>`;
}

/**
 * The page of an order that can be paid: who sells what for how much is readable without script.
 * `script`: what the page's own script is told.
 */
export function openDocument(
  shown: Sold & { takesCompanies: boolean; script: { readonly [member: string]: unknown } },
): Html {
  const { locale, page, merchant, script } = shown;
  const text = wordsOf(locale);
  const { amount, cancelUrl } = page.order;
  const main = html`<main data-page="${JSON.stringify(script)}">
${heading(text.payTo, merchant)}
${order(shown)}
<noscript><p class="notice">${text.noScript}</p></noscript>
<form id="pay-form" novalidate hidden>
${details(shown)}
<section aria-labelledby="payment-title">
<h2 id="payment-title">${text.payment}</h2>
<div id="payment"></div>
<p id="error" role="alert"></p>
<button id="pay" type="submit" disabled>${text.pay} <span id="pay-amount">${money(amount, locale)}</span></button>
<p id="status" role="status"></p>
<p class="quiet">${text.secure}</p>
</section>
</form>
${back(cancelUrl, merchant, locale)}
</main>`;
  return document(shown, `${text.pay} · ${merchant}`, main);
}

/** Of a page that was paid: the receipt of one order. `again`: whether one more may be made. */
export function receiptDocument(shown: Sold & { payin: Payin; again: boolean }): Html {
  const { locale, page, merchant, payin, again } = shown;
  const text = wordsOf(locale);
  const isApproved = payin.status === 'APPROVED';
  const title = isApproved ? text.paid : text.returned;
  const main = html`<main>
${heading(merchant, title)}
<p>${isApproved ? text.paidText : text.returnedText}</p>
<dl class="receipt">${[
    fact(text.total, money(chargedAmount(payin), locale)),
    fact(text.method, methodNameOf(payin.paymentMethod, locale)),
    fact(text.when, moment(payin.updatedAt, locale)),
    fact(text.reference, payin.referenceId),
    fact(text.payinId, payin.id),
  ]}</dl>
${order(shown)}
${back(page.order.successUrl, merchant, locale)}
${again ? html`<p><a href="?again&lang=${locale}">${text.again}</a></p>` : ''}
</main>`;
  return document(shown, `${title} · ${merchant}`, main);
}

/** Of a page that cannot be paid, and what to do then. */
export function closedDocument(
  shown: PageFrame & Partial<Sold> & { why: 'ended' | 'expired' | 'unknown' },
): Html {
  const { locale, why, merchant = '', page } = shown;
  const text = wordsOf(locale);
  const main = html`<main>
${heading(merchant, text[why])}
<p>${text[`${why}Text`]}</p>
${back(page?.order.cancelUrl, merchant, locale)}
</main>`;
  return document(shown, text[why], main);
}

/** What a merchant has typed keeps its own direction, so that it turns nothing beside it around. */
function bdi(text: string): Html {
  return html`<bdi>${text}</bdi>`;
}

function heading(above: string, title: string): Html {
  return html`<header><p class="quiet">${bdi(above)}</p><h1>${bdi(title)}</h1></header>`;
}

function fact(name: string, value: string): Html {
  return html`<div><dt>${name}</dt><dd>${bdi(value)}</dd></div>`;
}

function order({ page, locale }: Sold): Html {
  const text = wordsOf(locale);
  const { items, amount } = page.order;
  const sum = items.reduce((all, { quantity, unitPrice }) => all + quantity * unitPrice, 0);
  const line = (name: Html | string, centavos: number) =>
    html`<li><span>${name}</span><span>${money(centavos, locale)}</span></li>`;
  const lines = items.map(({ title, description, quantity, unitPrice }) => {
    const more = description === undefined ? '' : html`<small>${bdi(description)}</small>`;
    const times = quantity === 1 ? '' : ` × ${quantity}`;
    return line(html`${bdi(title)}${times}${more}`, quantity * unitPrice);
  });
  return html`<section aria-labelledby="order-title">
<h2 id="order-title">${text.order}</h2>
<ul class="items">
${lines}
${sum === amount ? '' : line(text.other, amount - sum)}
<li class="total"><strong>${text.total}</strong><strong>${money(amount, locale)}</strong></li>
</ul>
</section>`;
}

const ADDRESS = [
  ['zipCode', 'postal-code', 9],
  ['street', 'address-line1', 200],
  ['number', 'off', 20],
  ['complement', 'address-line2', 200],
  ['neighborhood', 'address-level3', 100],
  ['city', 'address-level2', 100],
] as const;

/** What is known of the buyer, masked, and fields for what is not. */
function details({ page, locale, takesCompanies }: Sold & { takesCompanies: boolean }): Html {
  const text = wordsOf(locale);
  const labels = { ...text, document: takesCompanies ? text.anyDocument : text.document };
  const masked = maskCustomer(page.order.customer ?? {});
  const known = (['name', 'document', 'email', 'phone', 'address'] as const).flatMap((field) => {
    const shown = masked[field];
    return shown === undefined ? [] : [fact(labels[field], shown)];
  });
  const asked = [
    ['name', 'name', 150],
    ['document', 'off', 18],
    ['email', 'email', 254],
    ['phone', 'tel-national', 20],
    ...(masked.address === undefined ? ADDRESS : []),
  ] as const;
  const fields = asked
    .filter(([id]) => !(id in masked))
    .map(([id, complete, most]) => {
      const type = id === 'email' ? 'email' : id === 'phone' ? 'tel' : 'text';
      const isDigits = id === 'zipCode' || (id === 'document' && !takesCompanies);
      const isOptional = id === 'complement' || id === 'neighborhood';
      return html`<div class="field">
<label for="${id}">${labels[id]}</label>
<input id="${id}" type="${type}" inputmode="${isDigits ? 'numeric' : type}" maxlength="${most}"
autocomplete="${complete}" aria-describedby="${id}-error"${isOptional ? '' : html` required`}>
<p id="${id}-error" class="fault"></p>
</div>`;
    });
  const state = html`<div class="field">
<label for="state">${text.state}</label>
<select id="state" autocomplete="address-level1" required aria-describedby="state-error">
<option value=""></option>
${BRAZILIAN_STATES.map((one) => html`<option>${one}</option>`)}
</select>
<p id="state-error" class="fault"></p>
</div>`;
  return html`<section id="details" aria-labelledby="details-title">
<h2 id="details-title">${text.details}</h2>
${known.length === 0 ? '' : html`<dl>${known}</dl>`}
<div class="fields">${fields}${masked.address === undefined ? state : ''}</div>
</section>`;
}

function back(to: string | undefined, merchant: string, locale: Locale): Html | '' {
  if (to === undefined) return '';
  return html`<p><a id="back" href="${to}">${wordsOf(locale).back} ${bdi(merchant)}</a></p>`;
}

function money(centavos: number, locale: Locale): string {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency: 'BRL' });
  return format.format(centavos / 100);
}

function moment(at: Date, locale: Locale): string {
  const how = { dateStyle: 'long', timeStyle: 'short', timeZone: 'America/Sao_Paulo' } as const;
  return new Intl.DateTimeFormat(locale, how).format(at);
}
