import { defineTexts } from '../../../ui/texts.ts';

/** The texts of shops that a store is connected with. */
export const texts = defineTexts(
  {
    connectShop: 'Conectar minha loja',
    connectAnother: 'Conectar outra loja',
    connectHelp:
      'Os pedidos e carrinhos da sua loja online chegam aqui sozinhos, e as automações falam com os clientes dela.',
    connectWhat: (platform: string) => `Conectar ${platform}`,
    allPlatforms: 'Todas as plataformas',
    ordersAtOnce: 'Pedidos na hora',
    ordersPolled: (every: string) => `Pedidos a cada ${every}`,
    cartsShort: 'carrinhos abandonados',
    noCartsShort: 'sem carrinhos',
    needsApp: 'Falta um cadastro',
    needsAppText: (platform: string) =>
      `Para aprovar na ${platform} com um clique, quem instalou o Retoma precisa cadastrar antes o aplicativo da ${platform}. É uma vez só e vale para todas as lojas.`,
    goToShop: 'Continuar na minha loja',
    goToPlatform: (platform: string) => `Continuar na ${platform}`,
    otherWay: 'Outro jeito:',
    stepAddress: 'Diga qual é a sua loja.',
    stepConsent: 'Na página dela, entre e aprove o acesso.',
    stepPlatform: (platform: string) => `Na página da ${platform}, entre e aprove o acesso.`,
    stepBack: 'Você volta para cá, e os pedidos das últimas 48 h começam a chegar.',
    stepKeys: 'Crie as chaves na sua loja e cole aqui. Elas ficam guardadas com criptografia.',
    onlyReads: 'O Retoma só lê pedidos e clientes, e cria os avisos de novos pedidos. Não muda preços nem produtos.',
    capabilities: (platform: string) => `O que chega da ${platform}`,
    working: 'Conectada',
    attention: 'Com atraso',
    broken: 'Sem acesso',
    stopped: 'Suspensa',
    healthWorking: (delivery: string) => `Tudo certo. Último aviso da loja: ${delivery}.`,
    healthWaiting: (every: string) => `Tudo certo. Nenhum aviso da loja ainda; buscando pedidos a cada ${every}.`,
    healthQuiet: (since: string, every: string) =>
      `Sem notícias da loja há ${since}; buscando pedidos a cada ${every}.`,
    healthUnreachable: (since: string) =>
      `A loja não responde há ${since}. Quando voltar, os pedidos que faltam são buscados sozinhos.`,
    healthReconnect: 'A loja não aceita mais o acesso. Conecte de novo, e os pedidos que faltam são buscados.',
    healthSuspended: 'A plataforma suspendeu a loja ou o aplicativo. Regularize por lá, e a leitura volta sozinha.',
    healthUninstalled: 'O acesso foi removido na plataforma. Conecte de novo para voltar a receber pedidos.',
    reconnect: 'Conectar de novo',
    since: (date: string) => `Conectada em ${date}`,
    readNow: 'Buscar agora',
    reading: 'Buscando os pedidos agora.',
    disconnect: 'Desconectar',
    disconnected: 'Loja desconectada.',
    disconnectTitle: (name: string) => `Desconectar ${name}?`,
    disconnectStops: 'Pedidos e carrinhos novos dela deixam de chegar, e nenhuma automação começa por causa deles.',
    disconnectKept: 'Pedidos, contatos e resultados que já chegaram ficam aqui. Mensagens já marcadas ainda saem.',
    disconnectThere: (platform: string) =>
      `Os avisos que criamos são apagados. A chave ou o aplicativo do Retoma, remova também na ${platform}.`,
    menu: (name: string) => `Mais ações de ${name}`,
    history: 'Buscando os pedidos das últimas 48 h',
    historyCount: (read: string, total: string) => `${read} de ${total}`,
    historyRead: (read: string) => (read === '1' ? '1 lido' : `${read} lidos`),
    historyText: 'Eles entram sem disparar mensagens.',
    historyDone: (count: string) =>
      count === '0'
        ? 'Nenhum pedido nas últimas 48 h.'
        : count === '1'
          ? '1 pedido ou carrinho das últimas 48 h chegou, sem disparar mensagens.'
          : `${count} pedidos e carrinhos das últimas 48 h chegaram, sem disparar mensagens.`,
    lastOrders: 'Últimos pedidos',
    firstOrder: 'Esperando o próximo pedido. Ele aparece aqui assim que alguém comprar.',
    seeAllOrders: 'Ver todos',
  },
  {
    connectShop: 'Connect my shop',
    connectAnother: 'Connect another shop',
    connectHelp:
      'Orders and carts of your online shop arrive here by themselves, and automations write to its customers.',
    connectWhat: (platform) => `Connect ${platform}`,
    allPlatforms: 'All platforms',
    ordersAtOnce: 'Orders at once',
    ordersPolled: (every) => `Orders every ${every}`,
    cartsShort: 'abandoned carts',
    noCartsShort: 'no carts',
    needsApp: 'Not set up yet',
    needsAppText: (platform) =>
      `To approve on ${platform} with one click, whoever installed Retoma must first register the app of ${platform}. It is done once, for all stores.`,
    goToShop: 'Continue in my shop',
    goToPlatform: (platform) => `Continue on ${platform}`,
    otherWay: 'Another way:',
    stepAddress: 'Say which shop is yours.',
    stepConsent: 'On its page, sign in and approve the access.',
    stepPlatform: (platform) => `On the page of ${platform}, sign in and approve the access.`,
    stepBack: 'You return here, and the orders of the last 48 h begin to arrive.',
    stepKeys: 'Create the keys in your shop and paste them here. They are stored encrypted.',
    onlyReads:
      'Retoma only reads orders and customers, and creates the notices of new orders. It changes no price and no product.',
    capabilities: (platform) => `What arrives from ${platform}`,
    working: 'Connected',
    attention: 'Delayed',
    broken: 'No access',
    stopped: 'Suspended',
    healthWorking: (delivery) => `All is well. Last notice from the shop: ${delivery}.`,
    healthWaiting: (every) => `All is well. No notice from the shop yet; orders are read every ${every}.`,
    healthQuiet: (since, every) => `No news from the shop for ${since}; orders are read every ${every}.`,
    healthUnreachable: (since) =>
      `The shop has not answered for ${since}. Once it does, the missing orders are read by themselves.`,
    healthReconnect: 'The shop no longer accepts the access. Connect again, and the missing orders are read.',
    healthSuspended: 'The platform suspended the shop or the app. Settle it there, and reading resumes by itself.',
    healthUninstalled: 'The access was removed at the platform. Connect again to get orders.',
    reconnect: 'Connect again',
    since: (date) => `Connected on ${date}`,
    readNow: 'Read now',
    reading: 'Reading the orders now.',
    disconnect: 'Disconnect',
    disconnected: 'Shop disconnected.',
    disconnectTitle: (name) => `Disconnect ${name}?`,
    disconnectStops: 'Its new orders and carts no longer arrive, and no automation begins because of them.',
    disconnectKept: 'Orders, contacts and results that arrived stay here. Messages already scheduled still leave.',
    disconnectThere: (platform) =>
      `The notices that we created are deleted. Remove the key or the app of Retoma on ${platform} too.`,
    menu: (name) => `More actions of ${name}`,
    history: 'Reading the orders of the last 48 h',
    historyCount: (read, total) => `${read} of ${total}`,
    historyRead: (read) => `${read} read`,
    historyText: 'They come in without starting messages.',
    historyDone: (count) =>
      count === '0'
        ? 'No order in the last 48 h.'
        : count === '1'
          ? '1 order or cart of the last 48 h came in, without starting messages.'
          : `${count} orders and carts of the last 48 h came in, without starting messages.`,
    lastOrders: 'Latest orders',
    firstOrder: 'Waiting for the next order. It appears here as soon as someone buys.',
    seeAllOrders: 'See all',
  },
);

/** These texts in one language. */
export type ShopTexts = (typeof texts)['en'];
