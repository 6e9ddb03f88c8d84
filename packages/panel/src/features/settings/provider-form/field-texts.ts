import type { Locale } from '../../../ui/locale.tsx';

/** The label of a field, and an optional hint. */
export type FieldText = { readonly label: string; readonly hint?: string };

const text = (pt: string, en: string, ptHint?: string, enHint?: string): Record<Locale, FieldText> => ({
  'pt-BR': { label: pt, ...(ptHint && { hint: ptHint }) },
  en: { label: en, ...(enHint && { hint: enHint }) },
});

/** The texts of provider fields, by field name; by `provider/name` if the field has a special meaning at one provider. */
const fieldTexts: Readonly<Record<string, Record<Locale, FieldText>>> = {
  baseUrl: text('Endereço do servidor', 'Address of the server', 'Comece com https://', 'Begin with https://'),
  version: text('Versão da API', 'Version of the API'),
  buttons: text(
    'Enviar botões',
    'Send buttons',
    'Desligado, os botões vão escritos no texto. Números não oficiais às vezes não os mostram.',
    'Off: buttons are written out in the text. Unofficial numbers sometimes do not show them.',
  ),
  instanceId: text('ID da instância', 'Instance id'),
  instance: text('Nome da instância', 'Name of the instance'),
  token: text('Token', 'Token'),
  clientToken: text('Token de segurança da conta', 'Security token of the account'),
  apiKey: text('Chave de API', 'API key'),
  phoneNumberId: text(
    'ID do número de telefone',
    'Phone number id',
    'Só números, em WhatsApp → Configuração da API.',
    'Digits only, under WhatsApp → API setup.',
  ),
  'pix.merchantName': text('Nome no pedido de pagamento', 'Name on payment requests'),
  'pix.key': text('Chave PIX do pedido de pagamento', 'PIX key of payment requests'),
  'pix.keyType': text('Tipo da chave PIX', 'Kind of PIX key'),
  accessToken: text('Token de acesso', 'Access token'),
  appSecret: text('Chave secreta do aplicativo', 'App secret'),
  host: text('Servidor', 'Server', 'Como smtp.exemplo.com.br', 'Such as smtp.example.com'),
  port: text('Porta', 'Port'),
  security: text('Segurança', 'Security'),
  envelopeFrom: text(
    'Endereço de retorno',
    'Return address',
    'Para onde voltam os e-mails não entregues.',
    'Where undelivered e-mails return to.',
  ),
  dkimDomain: text('Domínio da assinatura DKIM', 'Domain of the DKIM signature'),
  dkimSelector: text('Seletor DKIM', 'DKIM selector'),
  dkimPrivateKey: text('Chave privada DKIM', 'DKIM private key', 'Em PEM, do começo ao fim.', 'As PEM, whole.'),
  user: text('Usuário', 'User'),
  pass: text('Senha', 'Password'),
  region: text('Região', 'Region'),
  'ses/region': text('Região', 'Region', 'Como sa-east-1', 'Such as sa-east-1'),
  topicArn: text('ARN do tópico SNS', 'ARN of the SNS topic'),
  configurationSet: text('Conjunto de configurações', 'Configuration set'),
  verificationKey: text('Chave de verificação dos avisos', 'Verification key of webhooks'),
  removeAccents: text(
    'Tirar acentos antes de enviar',
    'Take accents away before sending',
    'Com acentos, um SMS custa duas ou três vezes mais.',
    'With accents, an SMS costs two or three times as much.',
  ),
  from: text('Remetente', 'Sender'),
  accountSid: text('Identificador da conta (SID)', 'Account SID'),
  messagingServiceSid: text(
    'Serviço de mensagens (SID)',
    'Messaging service SID',
    'No lugar do remetente.',
    'In place of the sender.',
  ),
  authToken: text('Token de autenticação', 'Auth token'),
  url: text('Endereço do seu serviço', 'Address of your service', 'Comece com https://', 'Begin with https://'),
  sender: text('Remetente', 'Sender'),
  headers: text(
    'Cabeçalhos',
    'Headers',
    'Um por linha, como Authorization: Bearer …',
    'One on each line, such as Authorization: Bearer …',
  ),
  webhookSecret: text('Segredo dos avisos', 'Secret of webhooks'),
  'http/webhookSecret': text('Segredo dos avisos', 'Secret of webhooks', 'Começa com whsec_', 'Begins with whsec_'),
};

/** The texts of a field of a channel provider; without texts its label is its name, so that it can still be filled in. */
export const fieldText = (provider: string, name: string, locale: Locale): FieldText =>
  (fieldTexts[`${provider}/${name}`] ?? fieldTexts[name])?.[locale] ?? { label: name };

const choiceTexts: Readonly<Record<string, Record<Locale, string>>> = {
  tls: { 'pt-BR': 'TLS desde o início (porta 465)', en: 'TLS from the start (port 465)' },
  starttls: { 'pt-BR': 'STARTTLS (porta 587)', en: 'STARTTLS (port 587)' },
  none: { 'pt-BR': 'Nenhuma (só em rede privada)', en: 'None (private networks only)' },
  global: { 'pt-BR': 'Global', en: 'Global' },
  eu: { 'pt-BR': 'Europa', en: 'Europe' },
  EMAIL: { 'pt-BR': 'E-mail', en: 'E-mail' },
  PHONE: { 'pt-BR': 'Telefone', en: 'Phone' },
  EVP: { 'pt-BR': 'Chave aleatória', en: 'Random key' },
};

/** The label of a select's option. */
export const choiceText = (choice: string, locale: Locale): string => choiceTexts[choice]?.[locale] ?? choice;
