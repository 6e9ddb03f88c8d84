/** Words that owners of Brazilian stores are fond of in passwords, and that general dictionaries lack or rank low; the most likely first. */
export const storeTerms: readonly string[] = (
  'retoma loja lojinha minhaloja sualoja nossaloja vendas venda pix boleto checkout carrinho pagamento cliente clientes pedido pedidos painel ' +
  'ecommerce lojavirtual lojaonline atacado varejo frete dinheiro sucesso trabalho empresa admin suporte atendimento senhaforte senhasegura ' +
  'mercadolivre nuvemshop tray vtex shopify woocommerce wordpress wbuy bling olist magalu magazineluiza americanas casasbahia ' +
  'shopee amazon aliexpress shein enjoei elo7 ifood rappi correios sedex jadlog loggi pagseguro pagbank picpay nubank itau ' +
  'bradesco santander caixa bancodobrasil cielo rede stone getnet whatsapp instagram facebook tiktok google youtube telegram ' +
  'flamengo corinthians palmeiras saopaulo saopaulofc vasco vascodagama santos santosfc gremio internacional cruzeiro atletico atleticomg ' +
  'galo fluminense botafogo bahia fortaleza ceara sport athletico coritiba goias vitoria chapecoense juventude timao verdao mengao tricolor ' +
  'brasil brasileiro saopaulo riodejaneiro belohorizonte curitiba salvador recife portoalegre brasilia manaus goiania ' +
  'deusefiel deuseamor jesus jesusteama euteamo teamo amor familia felicidade gratidao mudarsenha trocarsenha novasenha minhasenha'
).split(' ');
