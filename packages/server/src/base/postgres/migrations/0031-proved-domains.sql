-- CHK14: any number of stores may choose a domain; the one that proves it claims it. Claims from before were not proved.
alter table store_domains drop constraint store_domains_pkey;
alter table store_domains add primary key (store_id, hostname);
delete from domain_claims;
