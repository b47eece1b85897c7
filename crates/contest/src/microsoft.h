#define __int64 long long
#define _int64 long long
#define _getch getchar
#ifdef __cplusplus
extern "C"
#endif
char *gets(char *);
