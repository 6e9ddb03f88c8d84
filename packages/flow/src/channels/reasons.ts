import { localized as reason, type Locale, type Localized } from '@retoma/commerce/locale';
import { limits } from '../members/limits.ts';

/**
 * Reasons why a message was not sent, waits, or why its connection does not work (RUN5), with their texts for store owners. A provider's
 * code may follow after a colon: `PROVIDER_REFUSED:131099`.
 */
export const messageReasons = {
  // Reasons of the run, its store or the customer
  NO_RECIPIENT: reason('Não há telefone nem e-mail do cliente.', 'There is no phone number or e-mail of the customer.'),
  SMS_TOO_LONG: reason(`Passa de ${limits.sms.max} caracteres.`, `The text exceeds ${limits.sms.max} characters.`),
  TOO_LATE: reason('Passou do atraso que a loja aceita.', 'The message was later than the store allows.'),
  OPTED_OUT: reason('Este contato não recebe mensagens neste canal.', 'This contact gets no messages on this channel.'),
  NO_CONNECTION: reason('A loja não tem conexão para este canal.', 'The store has no connection for this channel.'),
  SIMULATED: reason(
    'Simulada: a loja vende de verdade, mas este canal só simula. Nada saiu.',
    'Simulated: this channel uses the sandbox, although the store is live. Nothing was sent.',
  ),
  AUTOMATION_DELETED: reason('A automação foi excluída.', 'The automation was deleted.'),
  STOPPED: reason('Um evento encerrou a jornada.', 'An event ended the run.'),
  RUN_OVER: reason('A jornada já terminou.', 'The run has finished.'),
  CONDITION_CHANGED: reason('A condição deixou de valer.', 'The condition no longer holds.'),
  INTERRUPTED: reason(
    'O serviço parou durante o envio: não se sabe se chegou a sair.',
    'The service stopped while sending: it is unknown whether the message was sent.',
  ),
  UNKNOWN: reason('Não se sabe se chegou a sair.', 'It is unknown whether the message was sent.'),
  UNDER_WAY: reason('Esta mensagem já está a caminho.', 'This message is already under way.'),
  PAUSED: reason('A automação está pausada.', 'The automation is paused.'),
  STORE_INACTIVE: reason('A loja está inativa.', 'The store is inactive.'),
  QUIET_HOURS: reason('Espera o fim do horário de silêncio.', 'Waiting for the end of quiet hours.'),
  CONNECTION_CLOSED: reason('Espera a conexão voltar.', 'Waiting for the connection to recover.'),
  PACED: reason('Espera a vez, no ritmo da conexão.', 'Waiting because of the rate limit of the connection.'),
  WARMING_UP: reason('O número é novo: espera o próximo dia.', 'The number is warming up: waiting for the next day.'),
  DAILY_LIMIT: reason(
    'A conexão chegou ao limite do dia: espera o próximo dia.',
    'The connection has reached its daily limit: waiting for the next day.',
  ),
  NEW_CONTACTS: reason(
    'Chegaram contatos novos demais de uma vez: espera a vez ou a liberação da loja.',
    'Too many new contacts at once: waiting for its turn, or for the store to release it.',
  ),
  RECIPIENT_LIMIT: reason(
    'Esta pessoa, que ainda não comprou, já recebeu o máximo de mensagens de um dia: espera o próximo.',
    'This person, who has not bought yet, has reached the daily limit: waiting for the next day.',
  ),
  BUSY: reason('Espera a vez na conexão.', 'Waiting for its turn on the connection.'),
  // Problems of the message after its values were inserted
  EMPTY_MESSAGE: reason('Sem os dados, o texto ficou vazio.', 'Data is missing, so the text is empty.'),
  CODE_EXPIRED: reason('O PIX da mensagem venceu.', 'The PIX code of the message has expired.'),
  EMPTY_BUTTON: reason('Um botão ficou sem rótulo ou sem valor.', 'A button has no label or no value.'),
  INVALID_ADDRESS: reason(
    'Um endereço ficou vazio ou não é http ou https.',
    'A URL is empty, or neither http nor https.',
  ),
  INVALID_PHONE: reason('O telefone não está completo.', 'The phone number is not complete.'),
  TEXT_TOO_LONG: reason('Um texto passa do limite do provedor.', 'A text exceeds the limit of the provider.'),
  TOO_MANY_BUTTONS: reason('Há mais botões do que o WhatsApp aceita.', 'There are more buttons than WhatsApp allows.'),
  UNSUPPORTED_CONTENT: reason('O provedor não envia este tipo.', 'The provider does not support this type.'),
  PARTLY_SENT: reason('Só a primeira parte foi enviada.', 'Only the first part was sent.'),
  // The 24-hour window and the templates of WhatsApp's official API
  WINDOW_CLOSED: reason(
    'O cliente não escreveu nas últimas 24 horas e o passo não tem modelo aprovado.',
    'The customer has not written in the last 24 hours, and the step has no approved template.',
  ),
  EMPTY_PARAMETER: reason('Uma variável do modelo ficou vazia.', 'A variable of the template is empty.'),
  TEMPLATE_REFUSED: reason(
    'O modelo não existe, não foi aprovado ou pede outras variáveis.',
    'The template does not exist, is not approved, or has other variables.',
  ),
  // Reasons of the provider
  CANNOT_RECEIVE: reason('Este número não recebe mensagens.', 'This number cannot receive messages.'),
  NOT_DELIVERED: reason('A mensagem não foi entregue.', 'The message was not delivered.'),
  NOT_A_TEST_RECIPIENT: reason(
    'O número da loja é de teste: só envia aos destinatários cadastrados na Meta.',
    'The store uses a test number, which sends only to recipients registered at Meta.',
  ),
  MARKETING_LIMIT: reason(
    'O WhatsApp limitou as mensagens de marketing a esta pessoa.',
    'WhatsApp limits marketing messages to this person.',
  ),
  MEDIA_UNAVAILABLE: reason(
    'O arquivo não pôde ser baixado ou não é aceito.',
    'The file could not be downloaded, or is not supported.',
  ),
  PROVIDER_REFUSED: reason('O provedor recusou a mensagem.', 'The provider refused the message.'),
  RATE_LIMITED: reason('O provedor pediu para esperar.', 'The provider is limiting requests.'),
  PROVIDER_UNAVAILABLE: reason('O provedor está fora do ar.', 'The provider is not available.'),
  // E-mail
  MJML_INVALID: reason(
    'O MJML não pôde ser lido, ou um elemento está onde não pode.',
    'The MJML is invalid, or an element is misplaced.',
  ),
  MJML_INCLUDE: reason('O MJML inclui outro arquivo.', 'The MJML includes another file.'),
  MJML_TOO_LONG: reason('O MJML é longo demais.', 'The MJML is too long.'),
  MJML_TOO_DEEP: reason('O MJML tem níveis demais.', 'The MJML is nested too deeply.'),
  INVALID_SENDER: reason('O e-mail do remetente não é válido.', 'The address of the sender is not valid.'),
  INVALID_RECIPIENT: reason('O e-mail do cliente não é válido.', 'The address of the customer is not valid.'),
  EMAIL_TIMEOUT: reason('O e-mail demora demais para ficar pronto.', 'Rendering the e-mail takes too long.'),
  EMAIL_TOO_LARGE: reason('O e-mail é grande demais.', 'The e-mail is too large.'),
  SENDER_REFUSED: reason('O servidor não aceitou o remetente.', 'The server refused the sender.'),
  RECIPIENT_REFUSED: reason('O servidor não aceitou o destinatário.', 'The server refused the recipient.'),
  SUPPRESSED: reason(
    'O endereço devolveu e-mails, ou o dono reclamou.',
    'E-mails to this address bounced, or its owner complained.',
  ),
  BOUNCED: reason('O e-mail voltou.', 'The e-mail bounced.'),
  NO_ENCRYPTION: reason(
    'O servidor não oferece conexão segura (https).',
    'The server offers no secure connection (https).',
  ),
  // Problems of the connection
  INVALID_SETTINGS: reason('Falta um dado da conexão.', 'A setting of the connection is missing.'),
  INVALID_CREDENTIALS: reason(
    'O provedor não aceitou a senha ou o token.',
    'The provider rejected the password or token.',
  ),
  MISSING_PERMISSION: reason('O token não tem permissão para enviar.', 'The token is not allowed to send.'),
  UNKNOWN_ACCOUNT: reason(
    'O provedor não conhece esta conta ou instância.',
    'The account does not exist at the provider.',
  ),
  NOTHING_DELIVERED: reason(
    'O provedor aceita as mensagens, mas nenhuma chega, ou os avisos dele não chegam aqui.',
    'The provider accepts messages, but none is delivered, or its webhooks do not arrive.',
  ),
  DISCONNECTED: reason('O número está desconectado do provedor.', 'The number is disconnected from the provider.'),
  ACCOUNT_RESTRICTED: reason('A conta foi bloqueada ou limitada.', 'The account is blocked or limited.'),
  NUMBER_NOT_REGISTERED: reason(
    'O número não está registrado na API do WhatsApp: registre-o no painel da Meta.',
    'The number is not registered at WhatsApp’s API: register it in Meta’s dashboard.',
  ),
  NAME_NOT_APPROVED: reason(
    'O WhatsApp não aprovou o nome de exibição do número.',
    'WhatsApp has not approved the display name of the number.',
  ),
  PAYMENT_TERMS: reason(
    'Os termos de pagamento do WhatsApp não foram aceitos: aceite-os, ou tire a chave PIX desta conexão.',
    'The payment terms of WhatsApp are not accepted: accept them, or remove the PIX key of this connection.',
  ),
  WEBHOOKS_NOT_SUBSCRIBED: reason(
    'O token não pode assinar os avisos desta conta (WABA): confira o ID e a permissão whatsapp_business_management.',
    'The token is not allowed to subscribe to the webhooks of this account (WABA): check its ID and the permission whatsapp_business_management.',
  ),
  SENDING_LIMIT: reason(
    'A conta chegou ao limite de envios do provedor.',
    'The account has reached the sending limit of its provider.',
  ),
  PAYMENT_DUE: reason('Há um problema de pagamento na conta.', 'The account has a payment problem.'),
  SPAM_LIMIT: reason('O número foi limitado por denúncias de spam.', 'The number is limited because of spam reports.'),
  INVALID_URL: reason('O endereço do provedor não é válido.', 'The address of the provider is not valid.'),
  PRIVATE_ADDRESS: reason('O endereço do provedor não é público.', 'The address of the provider is not public.'),
  UNTRUSTED_CERTIFICATE: reason('O certificado do provedor não é confiável.', 'The certificate is not trusted.'),
  UNSAFE_REDIRECT: reason('O provedor leva a um endereço inseguro.', 'The provider redirects to an unsafe address.'),
  TOO_MANY_REDIRECTS: reason('O provedor leva de um endereço a outro.', 'The provider redirects too many times.'),
  INVALID_HEADER: reason('Um dado da conexão tem caracteres inválidos.', 'A setting has invalid characters.'),
  UNKNOWN_HOST: reason('O endereço do provedor não existe.', 'The address of the provider does not exist.'),
  UNREACHABLE: reason('O provedor não responde.', 'The provider does not respond.'),
} as const satisfies Record<string, Localized>;

/** A code of `messageReasons`. */
export type MessageReason = keyof typeof messageReasons;

/** The text of a reason from the ledger; undefined for an unknown one, such as a scenario's. */
export function describeReason(reason: string, locale: Locale): string | undefined {
  const [code = '', detail] = reason.split(':', 2);
  if (!Object.hasOwn(messageReasons, code)) return undefined;
  const text = messageReasons[code as MessageReason][locale];
  return detail ? `${text.slice(0, -1)} (${detail}).` : text;
}
