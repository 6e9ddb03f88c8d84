import { category, forPrograms, on, planned } from './row.ts';

/** The store that sends the message. */
// prettier-ignore
export const store = category('store', [
  ['name', 'text', on.every, 'Loja Exemplo', ['Nome da loja', 'Store name'], ['Nome da loja', 'Name of the store']],
  ['domain', 'text', on.every, 'pay.loja.example', ['Domínio da loja', 'Store domain'], ['Domínio ativo da loja (próprio ou padrão), sem esquema', 'Active domain of the store (its own or the default), without scheme']],
  ['id', 'text', on.every, '5a0d7c1c-2b5e-4a3b-9a57-7a2b4f0f3c11', ['Código da loja', 'Store id'], ['Identificador da loja', 'Identifier of the store'], forPrograms],
  ['url', 'url', on.every, 'https://www.loja.example', ['Site da loja', 'Store site'], ['Endereço do site da loja', "Address of the store's site"]],
  ['email', 'text', on.every, 'contato@loja.example', ['E-mail da loja', 'Store e-mail'], ['E-mail de contato da loja', 'Contact e-mail of the store']],
  ['phone', 'text', on.every, '+551130000000', ['Telefone da loja', 'Store phone'], ['Telefone de contato da loja', 'Contact phone of the store']],
  ['whatsapp_url', 'url', on.every, 'https://wa.me/5511900000000', ['Link do WhatsApp da loja', 'Store WhatsApp link'], ['Link para conversar com a loja no WhatsApp', 'Link to talk to the store on WhatsApp']],
  ['logo', 'url', on.every, 'https://cdn.loja.example/logo.png', ['Logo da loja', 'Store logo'], ['Endereço da imagem da logomarca', 'Address of the logo image']],
  ['document', 'text', on.every, '12.ABC.345/01DE-35', ['CNPJ da loja', 'Store CNPJ'], ['CNPJ da loja', 'CNPJ of the store']],
  ['legal_name', 'text', on.every, 'Loja Exemplo Ltda.', ['Razão social da loja', 'Legal name of the store'], ['Razão social da loja', 'Legal name of the store']],
  ['address', 'text', on.every, 'Rua das Flores, 10 - Centro, Curitiba - PR', ['Endereço da loja', 'Store address'], ['Endereço da loja em uma linha', 'Address of the store on one line']],
  ['privacy_url', 'url', on.every, 'https://www.loja.example/privacidade', ['Política de privacidade', 'Privacy policy'], ['Link da política de privacidade da loja', "Link to the store's privacy policy"]],
  ['unsubscribe_url', 'url', on.every, 'https://app.example/u/k7Qm2', ['Link para não receber mais', 'Unsubscribe link'], ['Link para a pessoa deixar de receber mensagens da loja', 'Link to stop receiving messages from the store']],
  ['instagram_url', 'url', on.every, 'https://social.example/loja', ['Instagram da loja', 'Store Instagram'], ['Planejado: perfil da loja no Instagram', 'Planned: Instagram profile of the store'], planned],
]);
