-- no-transaction
-- The panel's search finds orders of any age by the beginning of the customer's name (base/postgres/search-text.ts)
create index concurrently if not exists orders_name on orders
  (store_id, (left(translate(lower(sanitize_json(customer)->>'name'), 'áàâãäéèêëíìîïóòôõöúùûüçñÁÀÂÃÄÉÈÊËÍÌÎÏÓÒÔÕÖÚÙÛÜÇÑ', 'aaaaaeeeeiiiiooooouuuucnaaaaaeeeeiiiiooooouuuucn'), 60)) collate "C")
  where sanitize_json(customer)->>'name' is not null;
