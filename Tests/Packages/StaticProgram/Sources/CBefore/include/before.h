/// Defined by the program; called before its `main`.
void register_names(void);
