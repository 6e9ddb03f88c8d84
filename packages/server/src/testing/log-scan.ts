/** Secrets and personal data that must never be logged: searched for in every log line of every service that tests start. */
const forbidden: Readonly<Record<string, RegExp>> = {
  'an API key': /rtm_(?:live|secret|test|test_secret)_[0-9A-Za-z]{20,}/,
  'the server’s secret': /a secret for tests/,
  'a password': /uma senha comprida/,
  'a session': /(?:__Host-)?retoma=[\w-]{20,}/,
  'a credential': /segredo|\bBearer [\w.-]{8,}|APP_USR-|\bSG\.[\w-]{8,}|whsec_|v1,[A-Za-z0-9+/]{40,}=/,
  'an e-mail address': /[\w.+-]+@[\w-]+(?:\.[\w-]+)*\.(?:example|com|br|net)\b/i,
  'a phone': /(?<![\w.-])\+?55[1-9]\d9?\d{8}(?![\w-])/,
  'a CPF': /\b\d{3}\.\d{3}\.\d{3}-\d{2}\b|\b(?:52998224725|12345678909|11144477735|28625587887)\b/,
  'a card': /(?<![\w.-])4\d{3}([ -]?)\d{4}\1\d{4}\1\d{4}(?![\w-])/,
  'who a shopper is': /Zelia|Quaresma|Otto Reis|Ana Lima|Maria Silva|Zuleika/i,
};

/** The lines with forbidden data, each prefixed with the kind of data. */
export const secretsIn = (lines: readonly string[]): string[] =>
  lines.flatMap((line) => {
    // Digits of instants, durations and ids of traces may match by chance.
    const text = line.replace(/"(?:time|ms|\w+Ms)":[\d.e-]+|"(?:trace|span)Id":"[\da-f]+"/g, '');
    return Object.entries(forbidden)
      .filter(([, pattern]) => pattern.test(text))
      .map(([what]) => `${what}: ${line}`);
  });

/** Throws if a log contains forbidden data: everything that starts a service or an engine for a test calls this at its end. */
export function expectNoSecretsIn(lines: readonly string[]): void {
  const text = secretsIn(lines);
  if (text.length > 0) throw new Error(`The log must not hold ${text.join('\n')}`);
}

/** An error text of another system, with keys, tokens and personal data that must not be logged. */
export const hostileEcho = [
  'Invalid key APP_USR-1234567890-segredo, Authorization: Bearer segredo.do-gateway',
  'for Zelia Quaresma <zelia@cliente.example>, CPF 529.982.247-25 (52998224725), phone +5511987654321, card 4111111111111111',
].join(' ');
