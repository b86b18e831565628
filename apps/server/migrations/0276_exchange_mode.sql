-- Whether money is real here: recorded at the first start, and the other mode is refused from then on.
create table exchange_mode (
  only_row boolean primary key default true check (only_row),
  mode text not null check (mode in ('sandbox', 'production'))
);
