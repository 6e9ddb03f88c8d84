import { defineTexts } from '../../ui/texts.ts';

/** The texts of what is missing between a connected shop and its first message. */
export const texts = defineTexts(
  {
    firstMessage: 'Para a primeira mensagem sair',
    connectChannel: 'Conecte um canal',
    connectChannelText: 'Por onde os clientes recebem.',
    connectEmail: 'Conectar e-mail',
    connectWhatsapp: 'Conectar WhatsApp',
    channelDone: 'Canal conectado',
    useAutomation: 'Ligue uma automação',
    useAutomationText: 'As mensagens já vêm escritas. Você revisa antes de publicar.',
    use: 'Usar',
    takeWhat: (name: string) => `Usar ${name}`,
    automationDone: 'Automação no ar',
  },
  {
    firstMessage: 'For the first message to leave',
    connectChannel: 'Connect a channel',
    connectChannelText: 'How customers get messages.',
    connectEmail: 'Connect e-mail',
    connectWhatsapp: 'Connect WhatsApp',
    channelDone: 'Channel connected',
    useAutomation: 'Switch an automation on',
    useAutomationText: 'The messages are already written. You review them before publishing.',
    use: 'Use',
    takeWhat: (name) => `Use ${name}`,
    automationDone: 'Automation published',
  },
);
