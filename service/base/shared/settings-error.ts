/** A setting is missing or malformed. The message is one sentence that names the variable. */
export class SettingsError extends Error {
  constructor(sentence: string) {
    super(sentence);
    this.name = 'SettingsError';
  }
}
