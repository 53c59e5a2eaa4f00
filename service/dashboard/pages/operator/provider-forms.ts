import type { ProviderDefinition } from '../../../providers/definition.ts';
import type { CommandForm, FormField } from './command-form.tsx';

/** What there is to do with the credentials at a party. */
export function providerForms(definition: ProviderDefinition): readonly CommandForm[] {
  return [
    { command: 'provider test', title: 'test', fields: [] },
    { command: 'provider connect', title: 'connect', fields: [] },
    {
      command: 'provider rotate',
      title: 'rotate',
      fields: [
        ...settingFields(definition).map((field) => ({ ...field, isOptional: true })),
        { kind: 'choice', option: 'new-address', label: 'newAddress', values: ['no', 'yes'] },
      ],
    },
    { command: 'provider remove', title: 'remove', fields: [], danger: true },
  ];
}

/** What a party asks for, and for which account. */
export function newProviderForm(definition: ProviderDefinition): CommandForm {
  return {
    command: 'provider add',
    title: 'add',
    fields: [{ kind: 'text', option: 'company', label: 'of' }, ...settingFields(definition)],
  };
}

/** A secret is never shown again, so its field is always empty. */
function settingFields({ settings }: ProviderDefinition): FormField[] {
  return settings.map(({ name, help, isSecret, isRequired, isFile }) => ({
    kind: 'text',
    option: name,
    label: { plain: name },
    hint: { 'pt-BR': help.pt, en: help.en },
    isOptional: !isRequired,
    ...(isFile ? { type: 'file' as const } : isSecret ? { type: 'password' as const } : {}),
  }));
}
