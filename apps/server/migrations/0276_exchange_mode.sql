-- Whether money is real here: recorded at the first start; from then on the other mode is refused.
create table exchange_mode (
  only_row boolean primary key default true check (only_row),
  mode text not null check (mode in ('sandbox', 'production'))
);
