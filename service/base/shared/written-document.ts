/** `529.982.247-25`; anything else as it is. A CNPJ may have letters up to its check digits. */
export function writtenDocument(document: string): string {
  return document
    .replace(/^(\d{3})(\d{3})(\d{3})(\d{2})$/, '$1.$2.$3-$4')
    .replace(/^([0-9A-Z]{2})([0-9A-Z]{3})([0-9A-Z]{3})([0-9A-Z]{4})(\d{2})$/, '$1.$2.$3/$4-$5');
}
