import { publicCodes } from '../http/public-codes.ts';

/** Why a change of a store's settings is refused, with the HTTP status and the texts. */
export const settingsCodes = {
  WRONG_SETTING: {
    status: 422,
    en: 'Some values are invalid. Each is marked.',
    'pt-BR': 'Alguns campos não podem ficar assim. Cada um está marcado no lugar.',
  },
  STORE_NAME_DIFFERS: {
    status: 422,
    en: 'This is not the name of the store. Nothing was deleted.',
    'pt-BR': 'Este não é o nome da loja. Nada foi apagado.',
  },
  INVALID_DOMAIN: {
    status: 422,
    en: 'Enter only the domain, such as pay.yourstore.com.br.',
    'pt-BR': 'Escreva só o domínio, como pagar.sualoja.com.br.',
  },
  DOMAIN_TAKEN: {
    status: 409,
    en: 'This domain is already verified by another store.',
    'pt-BR': 'Outra loja já provou que este domínio é dela, e o usa.',
  },
  SANDBOX_IN_LIVE_STORE: {
    status: 409,
    en: 'A live store cannot use sandbox payments. Connect a payment provider first.',
    'pt-BR': 'Uma loja que vende de verdade não aceita pagamentos simulados. Conecte antes um provedor de pagamentos.',
  },
  NO_REAL_PAYMENT: {
    status: 409,
    en: 'Only the simulator takes payments. Connect an account that receives money first.',
    'pt-BR': 'Só o simulador recebe pagamentos. Conecte antes uma conta que receba de verdade.',
  },
  NOT_TEST_MODE: publicCodes.NOT_TEST_MODE,
  TEST_STORE: {
    status: 409,
    en: 'Test mode has the settings of its store, and nothing of it reaches the outside world. Do this outside of test mode.',
    'pt-BR': 'O modo de teste usa as configurações da loja, e nada dele sai para o mundo. Faça isso fora dele.',
  },
  EXAMPLE_STORE: {
    status: 409,
    en: 'This is an example store, which is not connected to anything. Do this in your own store.',
    'pt-BR': 'Esta loja tem só dados de exemplo, e nada dela sai para o mundo. Faça isso na sua loja.',
  },
  UNKNOWN_PROVIDER: {
    status: 422,
    en: 'The provider does not exist.',
    'pt-BR': 'Este provedor não existe.',
  },
  METHOD_NOT_SUPPORTED: {
    status: 422,
    en: 'The provider does not support this payment method.',
    'pt-BR': 'O provedor não aceita esta forma de pagamento.',
  },
  WRONG_SETTINGS: {
    status: 422,
    en: 'The settings are invalid for this provider. Check the marked fields.',
    'pt-BR': 'Não é o que o provedor pede. Veja os campos marcados.',
  },
  WRONG_CREDENTIALS: {
    status: 422,
    en: 'The credentials are invalid for this provider. Check the marked fields.',
    'pt-BR': 'Não são as credenciais que o provedor pede. Veja os campos marcados.',
  },
  CREDENTIALS_REFUSED: {
    status: 422,
    en: 'The provider rejected the credentials. Nothing was saved.',
    'pt-BR': 'O provedor não aceitou estes dados. Nada foi salvo.',
  },
  PROVIDER_UNREACHABLE: {
    status: 422,
    en: 'The credentials could not be verified with the provider. Nothing was saved.',
    'pt-BR': 'Não deu para confirmar estes dados com o provedor. Nada foi salvo.',
  },
  TEST_PHONE_REQUIRED: {
    status: 422,
    en: 'This provider is verified with a test message: enter your phone number with area code.',
    'pt-BR': 'Este provedor é testado com uma mensagem: escreva o seu número, com DDD.',
  },
  METHOD_OF_OTHER_ACCOUNT: {
    status: 409,
    en: 'Another account already has this payment method. Move payment methods one at a time.',
    'pt-BR': 'Outra conta já recebe esta forma de pagamento. Mude em Formas de pagamento, uma de cada vez.',
  },
  NO_CONNECTION: {
    status: 409,
    en: 'The store has no connection for this channel.',
    'pt-BR': 'A loja não tem conexão para este canal.',
  },
  NO_PAIRING: {
    status: 409,
    en: 'This provider does not use your phone, so there is no code to scan.',
    'pt-BR': 'Este provedor não usa um celular seu: não há código para ler.',
  },
  NOT_A_PICTURE: {
    status: 422,
    en: 'The file is not a supported image. Use PNG, JPEG or WebP.',
    'pt-BR': 'Este arquivo não é uma imagem que dê para mostrar. Envie PNG, JPEG ou WebP.',
  },
  PICTURE_TOO_LARGE: {
    status: 422,
    en: 'The image is too large. The limit is 256 KB.',
    'pt-BR': 'Esta imagem é grande demais. O limite é 256 KB.',
  },
  TOO_MANY_PICTURES: {
    status: 409,
    en: 'The store already has 200 images, which is the limit.',
    'pt-BR': 'A loja já tem 200 imagens e não pode guardar mais.',
  },
  NO_WORKING_KEY: {
    status: 409,
    en: 'The store has no active checkout key. Create one first.',
    'pt-BR': 'A loja não tem uma chave de checkout que funcione. Crie uma antes.',
  },
  LAST_OWNER: {
    status: 409,
    en: 'A store needs at least one owner. Make another member an owner first.',
    'pt-BR': 'A loja precisa de pelo menos um dono. Dê antes esse papel a outra pessoa.',
  },
  CONTACT_REQUIRED: {
    status: 422,
    en: 'Enter an e-mail address, a phone number or a document.',
    'pt-BR': 'Escreva um e-mail, um telefone ou um documento.',
  },
  INVALID_EMAIL: { status: 422, en: 'Invalid e-mail address.', 'pt-BR': 'Este e-mail não está completo.' },
  INVALID_PHONE: {
    status: 422,
    en: 'Invalid phone number. Include the area code.',
    'pt-BR': 'Este telefone não está completo. Escreva com DDD.',
  },
  INVALID_DOCUMENT: { status: 422, en: 'Invalid CPF or CNPJ.', 'pt-BR': 'Este CPF ou CNPJ não está completo.' },
} as const satisfies Record<string, { status: number; en: string; 'pt-BR': string }>;
