/** The languages of the examples. */
export const languages = ['curl', 'javascript', 'html'] as const;

/** One of these languages. */
export type Language = (typeof languages)[number];

const cart = {
  cart: { items: [{ title: 'Vela de soja', quantity: 1, unitPrice: 8990, image: 'https://loja.com/vela.jpg' }] },
};

/** A request that creates a checkout with a minimal cart. Without `key` the example uses a variable. */
export const exampleOf: Record<Language, (baseUrl: string, key: string | undefined) => string> = {
  curl: (baseUrl, key) =>
    [
      `curl -X POST ${baseUrl}/stores/external/checkout \\`,
      `  -H "Content-Type: application/json" -H "x-api-key: ${key ?? '$CHAVE'}" \\`,
      `  -d '${JSON.stringify(cart)}'`,
    ].join('\n'),
  javascript: (baseUrl, key) =>
    [
      `const answer = await fetch('${baseUrl}/stores/external/checkout', {`,
      `  method: 'POST',`,
      `  headers: { 'Content-Type': 'application/json', 'x-api-key': ${key ? `'${key}'` : 'process.env.CHAVE'} },`,
      `  body: JSON.stringify(${JSON.stringify(cart, null, 2).replaceAll('\n', '\n  ')}),`,
      `});`,
      `const { checkoutUrl } = await answer.json();`,
    ].join('\n'),
  html: (baseUrl, key) =>
    [
      `<button id="pagar">Pagar</button>`,
      `<script type="module">`,
      `  document.querySelector('#pagar').addEventListener('click', async () => {`,
      `    const answer = await fetch('${baseUrl}/stores/external/checkout', {`,
      `      method: 'POST',`,
      `      headers: { 'Content-Type': 'application/json', 'x-api-key': '${key ?? 'SUA_CHAVE'}' },`,
      `      body: JSON.stringify(${JSON.stringify(cart)}),`,
      `    });`,
      `    location.href = (await answer.json()).checkoutUrl;`,
      `  });`,
      `</script>`,
    ].join('\n'),
};
