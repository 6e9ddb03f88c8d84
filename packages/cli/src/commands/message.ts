import { describeReason, limits } from '@retoma/flow';
import { testSend, withDatabase } from '@retoma/server/commands';
import { refusal, required } from '../command.ts';
import { channelLabels, uuid } from '../option-values.ts';
import { storeCommand } from '../store-command.ts';

const texts = {
  'pt-BR': {
    codes: {
      AUTOMATION_NOT_FOUND: 'Esta loja não tem esta automação.',
      STEP_NOT_FOUND: 'Não há um passo de mensagem neste caminho.',
      NO_CONNECTION: 'A loja não tem conexão para este canal.',
      NO_RECIPIENT: 'O destinatário está vazio.',
      SMS_TOO_LONG: `Com os exemplos, o SMS passa de ${limits.sms.max} caracteres.`,
      TEXT_TOO_LONG: `Com os exemplos, o texto passa de ${limits.whatsapp.max} caracteres.`,
      EMAIL_TOO_LARGE: 'Com os exemplos, o e-mail fica grande demais.',
    },
    sent: (channel: string, provider: string) => `${channel} enviado por ${provider}.`,
    uncertain: 'O provedor não confirmou se a mensagem foi enviada.',
    optedOut: 'O provedor informa que este número pediu para não receber mensagens.',
    parts: (parts: number, encoding: string) => `${parts} ${parts === 1 ? 'parte' : 'partes'}, ${encoding}`,
    foreign: (letters: string) => `fora do alfabeto GSM-7: ${letters}`,
  },
  en: {
    codes: {
      AUTOMATION_NOT_FOUND: 'This store has no such automation.',
      STEP_NOT_FOUND: 'There is no message step at this path.',
      NO_CONNECTION: 'The store has no connection for this channel.',
      NO_RECIPIENT: 'The recipient is empty.',
      SMS_TOO_LONG: `With sample data, the SMS exceeds ${limits.sms.max} characters.`,
      TEXT_TOO_LONG: `With sample data, the text exceeds ${limits.whatsapp.max} characters.`,
      EMAIL_TOO_LARGE: 'With sample data, the e-mail is too large.',
    },
    sent: (channel: string, provider: string) => `${channel} sent by ${provider}.`,
    uncertain: 'The provider did not confirm whether the message was sent.',
    optedOut: 'The provider reports that this number has opted out.',
    parts: (parts: number, encoding: string) => `${parts} ${parts === 1 ? 'part' : 'parts'}, ${encoding}`,
    foreign: (letters: string) => `not in the GSM-7 alphabet: ${letters}`,
  },
} as const;

/** Timeout of a provider's response, in milliseconds. */
const timeoutMs = 30_000;

const test = storeCommand({
  usage: 'message test --store ID --automation ID --step PATH --to ADDRESS',
  summary: 'Send a message step to yourself, with sample data',
  options: {
    automation: { type: 'string', value: 'ID', description: 'Automation ID; its draft is used', required: true },
    step: {
      type: 'string',
      value: 'PATH',
      description: 'Path of the step, such as steps[1].onResponse[0]',
      required: true,
    },
    to: {
      type: 'string',
      value: 'ADDRESS',
      description: 'Your phone number with area code, or your e-mail address',
      required: true,
    },
  },
  args: 0,
  async run(input) {
    const { storeId, locale } = input;
    const say = texts[locale];
    const ask = {
      storeId,
      automationId: uuid(required(input, 'automation'), 'automation'),
      path: required(input, 'step'),
      to: required(input, 'to'),
    };
    const tested = await withDatabase(input.environment, (context) =>
      testSend({ ...context, ...context.people }, ask, AbortSignal.timeout(timeoutMs)),
    );
    if (!tested.ok) return refusal(tested.code, say.codes[tested.code]);
    const { channel, provider, sms, delivered } = tested;
    const lines = [say.sent(channelLabels[channel], provider)];
    if (delivered.outcome === 'uncertain') lines[0] = say.uncertain;
    else if (delivered.outcome === 'opted_out') lines[0] = say.optedOut;
    else if (delivered.outcome !== 'sent') {
      lines[0] = `${delivered.reason}: ${describeReason(delivered.reason, locale) ?? ''}`;
    }
    if (sms) lines.push(say.parts(sms.parts, sms.encoding));
    if (sms && sms.foreign.length > 0) lines.push(say.foreign(sms.foreign.join(' ')));
    return { json: tested, text: lines.join('\n'), exitCode: delivered.outcome === 'sent' ? 0 : 1 };
  },
});

/** The command that sends a test message, without a run. */
export const messageCommands = { 'message test': test };
