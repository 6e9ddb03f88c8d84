/** 10 items, about 4 KB of JSON, with a customer. The load changes token, e-mail address and phone in each request. */
export const tenItems = {
  cart: {
    token: '3f0e7c1a-5b7d-4c6e-9a6f-1f2e3d4c5b6a',
    currency: 'BRL',
    requiresShipping: true,
    items: Array.from({ length: 10 }, (_, index) => ({
      title: `Camiseta básica de algodão orgânico modelo ${index + 1}`,
      quantity: (index % 3) + 1,
      unitPrice: 4990 + index * 310,
      image: `https://cdn.loja.example/produtos/camiseta-basica-${index + 1}/frente-1200.jpg`,
      externalProductId: `prod_${100_000 + index}`,
      externalVariantId: `var_${200_000 + index}`,
      sku: `CAM-BAS-${String(index + 1).padStart(3, '0')}-M-AZUL`,
      description: 'Malha penteada fio 30, corte reto, costura reforçada nos ombros.',
      options: [
        { name: 'Tamanho', value: 'M' },
        { name: 'Cor', value: 'Azul-marinho' },
      ],
      requiresShipping: true,
    })),
  },
  customer: { name: 'Ana Souza', email: 'ana.00000000@example.com', phone: '+5511987654321', document: null },
  redirect: { successUrl: 'https://loja.example/obrigado', cancelUrl: 'https://loja.example/carrinho' },
};
