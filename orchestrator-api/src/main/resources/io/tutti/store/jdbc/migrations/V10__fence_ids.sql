-- Fences have an id of their own from here on. Nothing was released before.
DELETE FROM fence;
