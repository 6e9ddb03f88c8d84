import type { Locale } from '../../../ui/locale.tsx';

const names: Readonly<Record<string, string | Record<Locale, string>>> = {
  sandbox: { 'pt-BR': 'Simulado (caixa de teste)', en: 'Pretended (test inbox)' },
  'z-api': 'Z-API',
  uazapi: 'uazapi',
  evolution: 'Evolution API',
  'cloud-api': { 'pt-BR': 'WhatsApp Cloud API (oficial)', en: 'WhatsApp Cloud API (official)' },
  smtp: { 'pt-BR': 'Servidor SMTP', en: 'SMTP server' },
  ses: 'Amazon SES',
  sendgrid: 'SendGrid',
  zenvia: 'Zenvia',
  twilio: 'Twilio',
  http: { 'pt-BR': 'Serviço próprio (HTTP)', en: 'A service of your own (HTTP)' },
};

/** The name of a channel provider. */
export function providerName(provider: string, locale: Locale): string {
  const name = names[provider] ?? provider;
  return typeof name === 'string' ? name : name[locale];
}
