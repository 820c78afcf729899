@rem npm start says "exec", so that on Unix no shell stands between npm and the server. Windows knows no such command and finds this one.
@%*
