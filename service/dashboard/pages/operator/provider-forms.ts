import { CONNECT_PROVIDER, TEST_PROVIDER } from '../../../acts/provider-calls.ts';
import { ADD_PROVIDER, REMOVE_PROVIDER, ROTATE_PROVIDER } from '../../../acts/providers.ts';
import type { ProviderDefinition } from '../../../providers/definition.ts';
import type { ActForm, FormField } from './act-form.tsx';

export function providerForms(definition: ProviderDefinition): readonly ActForm[] {
  return [
    { act: TEST_PROVIDER, title: 'test', fields: [] },
    { act: CONNECT_PROVIDER, title: 'connect', fields: [] },
    {
      act: ROTATE_PROVIDER,
      title: 'rotate',
      fields: [
        ...settingFields(definition).map((field) => ({ ...field, isOptional: true })),
        { option: 'new-address', label: 'newAddress', choices: ['no', 'yes'] },
      ],
    },
    { act: REMOVE_PROVIDER, title: 'remove', fields: [], danger: true },
  ];
}

export function newProviderForm(definition: ProviderDefinition) {
  return {
    act: ADD_PROVIDER,
    title: 'add',
    fields: [{ option: 'company', label: 'of' }, ...settingFields(definition)],
  } satisfies ActForm;
}

/** A secret is never shown again, so its field is always empty. */
function settingFields({ settings }: ProviderDefinition): FormField[] {
  return settings.map(({ name, help, isSecret, isRequired, isFile }) => ({
    option: name,
    label: { plain: name },
    hint: { 'pt-BR': help.pt, en: help.en },
    isOptional: !isRequired,
    ...(isFile ? { type: 'file' as const } : isSecret ? { type: 'password' as const } : {}),
  }));
}
