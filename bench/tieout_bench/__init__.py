"""An open measure of programs that read bank statements, and of programs that reconcile them."""
