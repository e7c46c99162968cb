-- Run by the Supabase CLI after the migrations of a local project. The functions that write tables name their columns: they follow what later
-- migrations added.
select app.define_writers();
