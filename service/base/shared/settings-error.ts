export class SettingsError extends Error {
  constructor(sentence: string) {
    super(sentence);
    this.name = 'SettingsError';
  }
}
