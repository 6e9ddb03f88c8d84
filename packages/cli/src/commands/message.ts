import { describeReason, limits } from '@retoma/flow';
import { testSend, withDatabase } from '@retoma/server/commands';
import { refusal, required } from '../command.ts';
import { channelLabels, uuid } from '../option-values.ts';
import { storeCommand } from '../store-command.ts';

const texts = {
  'pt-BR': {
    codes: {
      AUTOMATION_NOT_FOUND: 'Esta loja não tem esta automação.',
      STEP_NOT_FOUND: 'Não há um passo de envio neste lugar.',
      NO_CONNECTION: 'A loja não tem conexão para este canal.',
      NO_RECIPIENT: 'O endereço está vazio.',
      SMS_TOO_LONG: `Com os exemplos, o SMS passa de ${limits.sms.max} caracteres.`,
      TEXT_TOO_LONG: `Com os exemplos, o texto passa de ${limits.whatsapp.max} caracteres.`,
      EMAIL_TOO_LARGE: 'Com os exemplos, o e-mail fica grande demais.',
    },
    sent: (channel: string, provider: string) => `${channel} enviado por ${provider}.`,
    uncertain: 'Não se sabe se chegou a sair.',
    optedOut: 'O provedor diz que este número pediu para não receber mais.',
    parts: (parts: number, encoding: string) => `${parts} ${parts === 1 ? 'parte' : 'partes'}, ${encoding}`,
    foreign: (letters: string) => `fora do alfabeto de SMS: ${letters}`,
  },
  en: {
    codes: {
      AUTOMATION_NOT_FOUND: 'This store has no such automation.',
      STEP_NOT_FOUND: 'No step that sends stands there.',
      NO_CONNECTION: 'The store has no connection for this channel.',
      NO_RECIPIENT: 'The address is empty.',
      SMS_TOO_LONG: `With the examples the SMS is longer than ${limits.sms.max} characters.`,
      TEXT_TOO_LONG: `With the examples the text is longer than ${limits.whatsapp.max} characters.`,
      EMAIL_TOO_LARGE: 'With the examples the e-mail is too large.',
    },
    sent: (channel: string, provider: string) => `${channel} sent by ${provider}.`,
    uncertain: 'Nobody knows whether it left.',
    optedOut: 'The provider says that this number wants nothing more.',
    parts: (parts: number, encoding: string) => `${parts} ${parts === 1 ? 'part' : 'parts'}, ${encoding}`,
    foreign: (letters: string) => `not in the alphabet of SMS: ${letters}`,
  },
} as const;

/** Timeout of a provider's response, in milliseconds. */
const timeoutMs = 30_000;

const test = storeCommand({
  usage: 'message test --store ID --automation ID --step PATH --to ADDRESS',
  summary: 'Send one step of an automation to yourself, with examples in the places of metatags',
  options: {
    automation: { type: 'string', value: 'ID', description: 'The automation; its draft is sent', required: true },
    step: {
      type: 'string',
      value: 'PATH',
      description: 'Where the step stands: steps[1].onResponse[0]',
      required: true,
    },
    to: {
      type: 'string',
      value: 'ADDRESS',
      description: 'Your phone with its area code, or your e-mail',
      required: true,
    },
  },
  args: 0,
  async run(input) {
    const { storeId, locale } = input;
    const say = texts[locale];
    const ask = {
      storeId,
      automationId: uuid(required(input, 'automation'), 'an automation'),
      path: required(input, 'step'),
      to: required(input, 'to'),
    };
    const came = await withDatabase(input.environment, (context) =>
      testSend({ ...context, ...context.people }, ask, AbortSignal.timeout(timeoutMs)),
    );
    if (!came.ok) return refusal(came.code, say.codes[came.code]);
    const { channel, provider, sms, delivered } = came;
    const lines = [say.sent(channelLabels[channel], provider)];
    if (delivered.outcome === 'uncertain') lines[0] = say.uncertain;
    else if (delivered.outcome === 'opted_out') lines[0] = say.optedOut;
    else if (delivered.outcome !== 'sent') {
      lines[0] = `${delivered.reason}: ${describeReason(delivered.reason, locale) ?? ''}`;
    }
    if (sms) lines.push(say.parts(sms.parts, sms.encoding));
    if (sms && sms.foreign.length > 0) lines.push(say.foreign(sms.foreign.join(' ')));
    return { json: came, text: lines.join('\n'), exitCode: delivered.outcome === 'sent' ? 0 : 1 };
  },
});

/** The command that sends a test message, without a run. */
export const messageCommands = { 'message test': test };
