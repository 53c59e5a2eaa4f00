import type { CardField } from '../../contract/card/card-field.ts';
import { autocompleteOf, CARD_FIELDS, cardFieldId } from '../../contract/card/card-field.ts';
import { DEFAULT_LOCALE } from '../../contract/locale.ts';
import type { Fields } from './fields/field.ts';
import { FIELDS } from './fields/fields.ts';
import { MESSAGES } from './messages.ts';

const PLACE = /<card-field name="(\w+)"( half)?( hidden)?>([\s\S]*?)<\/card-field>/g;

/**
 * Runs when card.html is built. `half`: it shares its row where there is room. Labels are in the
 * default language until the form, which is a skeleton till then, knows the page's.
 */
export function fillCardFields(html: string): string {
  return html.replace(PLACE, (_place, name, half = '', hidden = '', more = '') => {
    const field = CARD_FIELDS.find((one) => one === name);
    if (field === undefined)
      throw new Error(`card.html has a place for ${name}, which is no field`);
    const id = cardFieldId(field);
    return `<div class="field${half}" data-field="${field}"${hidden}>
          <label for="${id}">${labelOf(field)}</label>
          ${controlOf(field, more)}${more}
          <p class="error" id="${id}-error"></p>
        </div>`;
  });
}

function labelOf(field: CardField): string {
  const fields: Fields = FIELDS;
  return fields[field]?.words[DEFAULT_LOCALE].label ?? MESSAGES[DEFAULT_LOCALE].installments;
}

/** `more` stands behind the control; what it says in words describes the control as well. */
function controlOf(field: CardField, more: string): string {
  const id = cardFieldId(field);
  const [said = ''] = /(?<=<span [^>]*id=")[\w-]+/.exec(more) ?? [];
  const describedBy = `aria-describedby="${`${said} ${id}-error`.trim()}"`;
  const named = `id="${id}" name="${id}"`;
  const autocomplete = `autocomplete="${autocompleteOf(field)}"`;
  if (field === 'installments') return `<select ${named} ${autocomplete} ${describedBy}></select>`;
  const keyboard =
    field === 'holderName' ? 'autocapitalize="words"' : 'inputmode="numeric" autocapitalize="off"';
  const enter = `enterkeyhint="${field === 'cvv' ? 'go' : 'next'}"`;
  return `<input ${named} type="text" ${autocomplete} ${keyboard} autocorrect="off" spellcheck="false" ${enter} required ${describedBy}>`;
}
